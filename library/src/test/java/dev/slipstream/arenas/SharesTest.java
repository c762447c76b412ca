package dev.slipstream.arenas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharesTest {
    private static final int SEQUENCES = 500;
    private static final int STEPS = 40;

    private final Memory memory = new Memory();

    /** Shared resource that refuses to be freed while it is in use, as an arena does. */
    private static final class Memory implements Runnable {
        private int freed;
        private boolean inUse;
        private boolean throwsAfterwards;

        @Override
        public void run() {
            if (inUse) {
                throw new IllegalStateException("in use");
            }
            if (freed > 0) {
                throw new IllegalStateException("freed before");
            }
            freed++;
            if (throwsAfterwards) {
                throw new IllegalStateException("freed nevertheless");
            }
        }
    }

    private static Shares taken(int count, Memory memory) {
        Shares shares = new Shares(count, memory);
        for (int i = 0; i < count; i++) {
            assertThat(shares.take()).isTrue();
        }
        assertThat(shares.take()).isFalse();
        return shares;
    }

    @Test
    void theLastFrees() {
        Shares shares = taken(2, memory);
        shares.giveBack();
        assertThat(memory.freed).isZero();
        shares.giveBack();
        assertThat(memory.freed).isEqualTo(1);
        shares.end();
        assertThatIllegalStateException().isThrownBy(shares::giveBack).withMessage("given back, but not taken");
        assertThat(memory.freed).isEqualTo(1);
    }

    @Test
    void nothingIsFreedWhileThereAreMore() {
        Shares shares = new Shares(3, memory);
        for (int i = 0; i < 2; i++) {
            shares.take();
            shares.giveBack();
        }
        assertThat(memory.freed).isZero();
        shares.end();
        assertThat(memory.freed).isEqualTo(1);
        assertThat(shares.take()).isFalse();
    }

    @Test
    void asManyAsThereAreNumbers() {
        Shares shares = new Shares(Integer.MAX_VALUE, memory);
        shares.take();
        shares.end();
        assertThat(shares.take()).isFalse();
        shares.giveBack();
        assertThat(memory.freed).isEqualTo(1);
    }

    @Test
    void whatIsRefusedChangesNothing() {
        memory.inUse = true;
        Shares shares = new Shares(2, memory);
        assertThatIllegalStateException().isThrownBy(shares::end).withMessage("in use");
        assertThat(shares.take()).isTrue();
        assertThat(shares.take()).isTrue();
        shares.giveBack();
        assertThatIllegalStateException().isThrownBy(shares::giveBack).withMessage("in use");
        memory.inUse = false;
        shares.giveBack();
        assertThat(memory.freed).isEqualTo(1);
    }

    @Test
    void whatIsFreedThoughItThrewRefusesItself() {
        memory.throwsAfterwards = true;
        Shares shares = taken(1, memory);
        assertThatIllegalStateException().isThrownBy(shares::giveBack).withMessage("freed nevertheless");
        assertThatIllegalStateException().isThrownBy(shares::giveBack).withMessage("freed before");
        assertThat(memory.freed).isEqualTo(1);
    }

    /** Runs random sequences of steps in one thread, against a model of two numbers. */
    @ParameterizedTest
    @ValueSource(longs = {1, 20_260_101, -7})
    void behavesAsTheModel(long seed) {
        Random random = new Random(seed);
        int freed = 0;
        for (int sequence = 0; sequence < SEQUENCES; sequence++) {
            int left = 1 + random.nextInt(8);
            int out = 0;
            Memory one = new Memory();
            Shares shares = new Shares(left, one);
            for (int i = 0; i < STEPS; i++) {
                int step = random.nextInt(20);
                boolean wasOpen = left > 0 || out > 0;
                one.inUse = random.nextInt(4) == 0;
                String did = did(shares, step);
                if (step == 0) {
                    boolean refused = left > 0 && out == 0 && one.inUse;
                    assertThat(did).isEqualTo(refused ? "in use" : "done");
                    left = refused ? left : 0;
                } else if (step < 10) {
                    assertThat(did).isEqualTo(String.valueOf(left > 0));
                    out += left > 0 ? 1 : 0;
                    left -= left > 0 ? 1 : 0;
                } else {
                    boolean refused = left == 0 && out == 1 && one.inUse;
                    assertThat(did).isEqualTo(out == 0 ? "given back, but not taken" : refused ? "in use" : "done");
                    out -= out == 0 || refused ? 0 : 1;
                }
                freed += wasOpen && left == 0 && out == 0 ? 1 : 0;
                assertThat(one.freed).isEqualTo(left == 0 && out == 0 ? 1 : 0);
            }
        }
        assertThat(freed).isGreaterThan(SEQUENCES / 4);
    }

    private static String did(Shares shares, int step) {
        try {
            if (step > 0 && step < 10) {
                return String.valueOf(shares.take());
            }
            if (step == 0) {
                shares.end();
            } else {
                shares.giveBack();
            }
            return "done";
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }
}
