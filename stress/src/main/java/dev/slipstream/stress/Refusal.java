package dev.slipstream.stress;

import java.util.function.Function;

/**
 * Whoever closes is refused, as there are always users, and nothing must come of it: nobody fails to acquire, nothing is lost of
 * the count, and once nobody uses it any more it can be closed.
 */
public final class Refusal {
    private static final int AT_FIRST = 2;
    private static final int CLOSES = 3;

    private final Memory memory = new Memory();
    private final Counted counted;

    public Refusal(Function<Runnable, Counted> kind) {
        counted = memory.onStripes(kind);
        for (int i = 0; i < AT_FIRST; i++) {
            counted.acquire();
        }
    }

    /**
     * Comes and goes, also in place of one who was there at first and has acquired on another thread; there are between one and
     * three users at any time. Nobody else comes or goes, so what it is told is exact.
     *
     * @return {@code exact}, or what was not
     */
    public String use() {
        for (int i = 0; i < 2; i++) {
            Memory.dawdle();
            if (!counted.acquire()) {
                return "not acquired";
            }
            memory.use();
            counted.release();
        }
        counted.release();
        String one = closing(AT_FIRST - 1, AT_FIRST - 1);
        if (!counted.acquire() || !counted.acquire()) {
            return "not acquired";
        }
        String three = closing(AT_FIRST + 1, AT_FIRST + 1);
        counted.release();
        return one.isEmpty() && three.isEmpty() ? "exact" : one + three;
    }

    /** @return {@code refused}, or what happened instead */
    public String close() {
        StringBuilder wrong = new StringBuilder();
        for (int i = 0; i < CLOSES; i++) {
            Memory.dawdle();
            wrong.append(closing(AT_FIRST - 1, AT_FIRST + 1));
        }
        return wrong.isEmpty() ? "refused" : wrong.toString();
    }

    private String closing(int fewest, int most) {
        long users = counted.close();
        return users >= fewest && users <= most ? "" : users + " users ";
    }

    /** When both have ended. */
    public String afterwards() {
        String wrong = closing(AT_FIRST, AT_FIRST);
        for (int i = 0; i < AT_FIRST; i++) {
            counted.release();
        }
        return wrong + closing(0, 0) + memory.end();
    }
}
