package dev.slipstream.stress;

import dev.slipstream.arenas.RealLifetime;
import java.util.function.Function;

/** One user is there; it goes, after another may have come and gone, while somebody closes it for when it is unused. */
public final class LastUser {
    /** About as long as the other takes. */
    private static final int LONG = 64;

    private final Memory memory = new Memory();
    private final RealLifetime lifetime;

    public LastUser(Function<Runnable, RealLifetime> kind) {
        lifetime = kind.apply(memory);
        Memory.stripe(lifetime);
        lifetime.acquire();
    }

    /** @return whether another one could still come */
    public String use() {
        Memory.dawdle();
        boolean acquired = lifetime.acquire();
        memory.use();
        if (acquired) {
            lifetime.release();
            memory.use();
        }
        lifetime.release();
        return acquired ? "used" : "unused";
    }

    /** @return whether the memory is freed or left to the last user */
    public String close() {
        Memory.dawdle(LONG);
        return lifetime.closeWhenUnused() ? "freed" : "left";
    }

    /** When both have ended. */
    public String afterwards() {
        return memory.end() + (lifetime.acquire() ? " and acquired afterwards" : "");
    }
}
