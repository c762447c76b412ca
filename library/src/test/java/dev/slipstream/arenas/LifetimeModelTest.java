package dev.slipstream.arenas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of random sequences of steps against a model. The steps run one after the other, each on a random thread. */
class LifetimeModelTest {
    private static final int THREADS = 5;
    private static final int SEQUENCES = 300;
    private static final int STEPS = 60;

    private final List<ExecutorService> threads = new ArrayList<>();
    private int freed;

    LifetimeModelTest() {
        for (int i = 0; i < THREADS; i++) {
            threads.add(Executors.newSingleThreadExecutor());
        }
    }

    @AfterEach
    void end() {
        threads.forEach(ExecutorService::shutdown);
    }

    /** Model of a lifetime, without any sharing between threads. */
    private static final class Model {
        long users;
        boolean striped;
        boolean closed;
        int freed;

        String step(int step) {
            switch (step) {
                case 0, 1 -> {
                    users += closed ? 0 : 1;
                    return String.valueOf(!closed);
                }
                case 2 -> {
                    users += closed ? 0 : 1;
                    return closed ? "already closed" : "done";
                }
                case 3, 4, 5 -> {
                    return release();
                }
                case 6 -> {
                    return closed || users != 0 ? refusal() : String.valueOf(close());
                }
                case 7 -> {
                    return closed || users < 0 ? refusal() : String.valueOf(close());
                }
                case 8 -> {
                    striped |= !closed;
                    return "done";
                }
                default -> {
                    return String.valueOf(!closed);
                }
            }
        }

        private String release() {
            if (users == 0 && (closed || !striped)) {
                return "released, but not acquired";
            }
            users--;
            freed += closed && users == 0 ? 1 : 0;
            return "done";
        }

        private String refusal() {
            if (closed) {
                return "already closed";
            }
            if (users < 0) {
                return "released " + -users + " times more than acquired";
            }
            return "acquired by " + users + (users == 1 ? " user" : " users");
        }

        private boolean close() {
            closed = true;
            striped = false;
            freed += users == 0 ? 1 : 0;
            return users == 0;
        }
    }

    private String step(StripedLifetime lifetime, int step) {
        return switch (step) {
            case 0, 1 -> String.valueOf(lifetime.tryAcquire());
            case 2 -> did(lifetime::acquire, "done");
            case 3, 4, 5 -> did(lifetime::release, "done");
            case 6 -> did(lifetime::close, "true");
            case 7 -> {
                try {
                    yield String.valueOf(lifetime.closeWhenUnused());
                } catch (IllegalStateException e) {
                    yield e.getMessage();
                }
            }
            case 8 -> did(lifetime::stripe, "done");
            default -> String.valueOf(lifetime.isAlive());
        };
    }

    private static String did(Runnable action, String result) {
        try {
            action.run();
            return result;
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }

    private <T> T on(int thread, Supplier<T> action) throws InterruptedException, ExecutionException {
        return threads.get(thread).submit(action::get).get();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20_260_101, -7})
    void behavesAsTheModel(long seed) throws InterruptedException, ExecutionException {
        Random random = new Random(seed);
        int closed = 0;
        for (int sequence = 0; sequence < SEQUENCES; sequence++) {
            freed = 0;
            Model model = new Model();
            StripedLifetime lifetime = new StripedLifetime(() -> freed++);
            StringBuilder steps = new StringBuilder("seed " + seed + ", sequence " + sequence + ":");
            // Closing is rare in some sequences, frequent in others.
            int kinds = 6 + random.nextInt(5);
            for (int i = 0; i < STEPS; i++) {
                int step = random.nextInt(8) == 0 ? random.nextInt(10) : random.nextInt(kinds);
                int thread = random.nextInt(THREADS);
                String expected = model.step(step);
                steps.append(' ').append(step).append('@').append(thread);
                assertThat(on(thread, () -> step(lifetime, step))).as(steps::toString).isEqualTo(expected);
                assertThat(freed).as(steps::toString).isEqualTo(model.freed);
                assertThat(lifetime.isStriped()).as(steps::toString).isEqualTo(model.striped);
            }
            closed += model.freed;
        }
        assertThat(closed).as("sequences that ended freed").isGreaterThan(SEQUENCES / 4);
    }
}
