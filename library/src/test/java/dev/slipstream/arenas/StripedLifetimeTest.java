package dev.slipstream.arenas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripedLifetimeTest {
    private final AtomicInteger freed = new AtomicInteger();

    private StripedLifetime lifetime(boolean striped) {
        StripedLifetime lifetime = new StripedLifetime(freed::getAndIncrement);
        if (striped) {
            lifetime.stripe();
        }
        assertThat(lifetime.isStriped()).isEqualTo(striped);
        return lifetime;
    }

    private static void elsewhere(Runnable action) throws InterruptedException {
        Thread thread = new Thread(action);
        thread.start();
        thread.join();
    }

    private void assertClosed(StripedLifetime lifetime) {
        assertThat(freed).hasValue(1);
        assertThat(lifetime.isAlive()).isFalse();
        assertThat(lifetime.isStriped()).as("keeps its stripes").isFalse();
        assertThat(lifetime.tryAcquire()).isFalse();
        assertThatIllegalStateException().isThrownBy(lifetime::acquire).withMessage("already closed");
        assertThatIllegalStateException().isThrownBy(lifetime::release).withMessage("released, but not acquired");
        assertThatIllegalStateException().isThrownBy(lifetime::close).withMessage("already closed");
        assertThatIllegalStateException().isThrownBy(lifetime::closeWhenUnused).withMessage("already closed");
        assertThat(freed).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closesOnce(boolean striped) {
        StripedLifetime lifetime = lifetime(striped);
        assertThat(lifetime.isAlive()).isTrue();
        lifetime.acquire();
        lifetime.release();
        lifetime.close();
        assertClosed(lifetime);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusesToCloseWhatIsInUse(boolean striped) throws InterruptedException {
        StripedLifetime lifetime = lifetime(striped);
        lifetime.acquire();
        assertThatIllegalStateException().isThrownBy(lifetime::close).withMessage("acquired by 1 user");
        elsewhere(lifetime::acquire);
        assertThat(lifetime.tryAcquire()).isTrue();
        assertThatIllegalStateException().isThrownBy(lifetime::close).withMessage("acquired by 3 users");
        assertThat(lifetime.isAlive()).isTrue();
        assertThat(freed).hasValue(0);
        lifetime.release();
        lifetime.release();
        elsewhere(lifetime::release);
        lifetime.close();
        assertClosed(lifetime);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLastUserFreesWhatWasClosedBefore(boolean striped) throws InterruptedException {
        StripedLifetime lifetime = lifetime(striped);
        lifetime.acquire();
        elsewhere(lifetime::acquire);
        assertThat(lifetime.closeWhenUnused()).isFalse();
        assertThat(lifetime.isAlive()).isFalse();
        assertThat(lifetime.tryAcquire()).isFalse();
        assertThatIllegalStateException().isThrownBy(lifetime::close).withMessage("already closed");
        assertThatIllegalStateException().isThrownBy(lifetime::closeWhenUnused).withMessage("already closed");
        elsewhere(lifetime::release);
        assertThat(freed).hasValue(0);
        lifetime.release();
        assertClosed(lifetime);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsNotUsedIsFreedAtOnce(boolean striped) {
        StripedLifetime lifetime = lifetime(striped);
        assertThat(lifetime.closeWhenUnused()).isTrue();
        assertClosed(lifetime);
    }

    @Test
    void aReleaseTooManyIsNoticedAtOnceOnOneCounter() {
        StripedLifetime lifetime = lifetime(false);
        assertThatIllegalStateException().isThrownBy(lifetime::release).withMessage("released, but not acquired");
        lifetime.close();
        assertClosed(lifetime);
    }

    @Test
    void aReleaseTooManyIsNoticedByTheCloserOnStripes() {
        StripedLifetime lifetime = lifetime(true);
        lifetime.release();
        lifetime.release();
        assertThatIllegalStateException().isThrownBy(lifetime::close).withMessage("released 2 times more than acquired");
        assertThatIllegalStateException().isThrownBy(lifetime::closeWhenUnused)
                .withMessage("released 2 times more than acquired");
        assertThat(lifetime.isAlive()).isTrue();
        lifetime.acquire();
        lifetime.acquire();
        lifetime.close();
        assertClosed(lifetime);
    }

    @Test
    void theSwitchKeepsTheNumberOfUsers() throws InterruptedException {
        StripedLifetime lifetime = lifetime(false);
        lifetime.acquire();
        elsewhere(lifetime::acquire);
        lifetime.stripe();
        lifetime.stripe();
        assertThatIllegalStateException().isThrownBy(lifetime::close).withMessage("acquired by 2 users");
        lifetime.release();
        lifetime.release();
        lifetime.close();
        assertClosed(lifetime);
        lifetime.stripe();
        assertClosed(lifetime);
    }

    @Test
    void whatFreeingThrowsIsThrownByWhoFrees() {
        StripedLifetime now = new StripedLifetime(() -> {
            throw new UnsupportedOperationException("freeing");
        });
        assertThatThrownBy(now::close).hasMessage("freeing");
        assertThatIllegalStateException().isThrownBy(now::close).withMessage("already closed");
        StripedLifetime later = new StripedLifetime(() -> {
            throw new UnsupportedOperationException("freeing");
        });
        later.acquire();
        assertThat(later.closeWhenUnused()).isFalse();
        assertThatThrownBy(later::release).hasMessage("freeing");
        assertThatIllegalStateException().isThrownBy(later::release).withMessage("released, but not acquired");
    }

    @Test
    void whatFreesIsNeeded() {
        assertThatNullPointerException().isThrownBy(() -> new StripedLifetime(null));
        new StripedLifetime().close();
    }
}
