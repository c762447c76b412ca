package dev.slipstream.cli.diagnose.profile;

/**
 * The time that a sample stands for, and the time that was observed.
 *
 * @param inJava the seconds of a thread that a sample of one running Java stands for
 * @param inNative the same for a thread in native code
 * @param seconds the seconds during which samples were taken
 * @param loaded the seconds of these for which the threads' processor use is known; 0 if it is unknown
 * @param processors the number of processors
 * @param found the fraction of their processor time in which samples find threads, if all of it can be sampled
 * @param besides the fraction of processor time reported as system time for threads that make no system calls
 */
public record SampleScale(double inJava, double inNative, double seconds, double loaded, int processors, double found,
        double besides) {
    /** Returns this scale with other fractions {@code found} and {@code besides}. */
    public SampleScale with(double partFound, double partBesides) {
        return new SampleScale(inJava, inNative, seconds, loaded, processors, partFound, partBesides);
    }

    /** Returns this scale for a part of the time, in seconds. */
    public SampleScale of(double part) {
        return new SampleScale(inJava, inNative, part, loaded == 0 ? 0 : part, processors, found, besides);
    }
}
