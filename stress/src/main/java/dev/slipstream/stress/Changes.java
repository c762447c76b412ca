package dev.slipstream.stress;

/** Two threads that each set the priority of a third twice, and apply it each time. */
public final class Changes {
    private final Kernel kernel = new Kernel();
    private final Applier applier;

    public Changes(Applier applier) {
        this.applier = applier;
    }

    /** One of the two. */
    public void change(int first, int second) {
        kernel.want(first);
        applier.apply(kernel);
        kernel.want(second);
        applier.apply(kernel);
    }

    /** When both have ended. */
    public String afterwards() {
        return kernel.end();
    }
}
