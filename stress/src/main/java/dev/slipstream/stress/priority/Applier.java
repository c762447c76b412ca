package dev.slipstream.stress.priority;

/** Sets a thread's native priority from its Java priority. */
public interface Applier {
    /** Applies the priority. Called by the thread that changed the Java priority. */
    void apply(Kernel kernel);
}
