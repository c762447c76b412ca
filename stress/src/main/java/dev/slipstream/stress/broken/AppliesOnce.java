package dev.slipstream.stress.broken;

import dev.slipstream.stress.Applier;
import dev.slipstream.stress.Kernel;

/** Applies what was wanted, and does not look again: a slower one overwrites a later priority. */
final class AppliesOnce implements Applier {
    @Override
    public void apply(Kernel kernel) {
        kernel.apply(kernel.wanted());
    }
}
