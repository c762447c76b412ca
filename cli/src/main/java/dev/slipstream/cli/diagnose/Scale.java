package dev.slipstream.cli.diagnose;

/**
 * What a sample stands for, and for how long was looked.
 *
 * @param inJava seconds of a thread, for a sample of one that runs Java
 * @param inNative the same in native code
 * @param seconds for how long samples were taken
 * @param loaded during how many of these seconds the threads' use of processors is known; 0 if it is not
 * @param processors how many there are
 * @param found which part of their processor time threads are found in by samples, if all of it can be seen
 * @param besides which part of their processor time threads that make no system calls are said to spend in the system
 */
record Scale(double inJava, double inNative, double seconds, double loaded, int processors, double found,
        double besides) {
    /** The same, with other parts. */
    Scale with(double partFound, double partBesides) {
        return new Scale(inJava, inNative, seconds, loaded, processors, partFound, partBesides);
    }

    /** The same for a part of it. */
    Scale of(double part) {
        return new Scale(inJava, inNative, part, loaded == 0 ? 0 : part, processors, found, besides);
    }
}
