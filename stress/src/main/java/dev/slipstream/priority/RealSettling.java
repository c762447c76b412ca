package dev.slipstream.priority;

import dev.slipstream.stress.Applier;
import dev.slipstream.stress.Kernel;

/** As {@link PrioritySetter} does it. In its package, since nobody else is to see it. */
public final class RealSettling implements Applier {
    @Override
    public void apply(Kernel kernel) {
        new Settling() {
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
