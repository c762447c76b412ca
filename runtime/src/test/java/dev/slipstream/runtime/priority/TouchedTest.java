package dev.slipstream.runtime.priority;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TouchedTest {
    private final Touched touched = new Touched();

    /** Thread class whose instances are all equal. */
    private static final class Odd extends Thread {
        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Odd;
        }
    }

    @Test
    void byIdentity() {
        Thread one = new Odd();
        touched.add(one);
        touched.add(one);
        assertThat(touched.contains(one)).isTrue();
        assertThat(touched.contains(new Odd())).isFalse();
        assertThat(touched.all()).hasSize(1);
    }

    @Test
    void emptyAtFirst() {
        assertThat(touched.contains(Thread.currentThread())).isFalse();
        assertThat(touched.all()).isEmpty();
    }

    @Test
    void forgetsThreadsThatNobodyKnows() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            touched.add(new Thread());
        }
        for (int i = 0; i < 100 && touched.size() > 100; i++) {
            System.gc();
            Thread.sleep(20);
            touched.add(Thread.currentThread());
        }
        assertThat(touched.size()).isLessThanOrEqualTo(100);
        assertThat(touched.contains(Thread.currentThread())).isTrue();
    }
}
