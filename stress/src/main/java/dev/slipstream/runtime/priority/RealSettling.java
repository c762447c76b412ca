package dev.slipstream.runtime.priority;

import dev.slipstream.stress.priority.Changes;

/** Applies a priority as {@link PrioritySetter} does, with a package-private class of the runtime. */
public final class RealSettling implements Changes.Applier {
    @Override
    public void apply(Changes.Kernel kernel) {
        new PrioritySetter.Settling() {
            @Override
            int wanted() {
                return kernel.wanted();
            }

            @Override
            void apply(int what) {
                kernel.apply(what);
            }
        }.settle();
    }
}
