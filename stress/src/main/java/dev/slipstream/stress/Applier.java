package dev.slipstream.stress;

/** Makes a thread's native priority what its Java priority wants. */
public interface Applier {
    /** Called by whoever has changed the Java priority. */
    void apply(Kernel kernel);
}
