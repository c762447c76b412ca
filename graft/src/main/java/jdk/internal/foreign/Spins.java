package jdk.internal.foreign;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Waits while another thread changes a session, which may take as long as a handshake of all threads. After some spins the waiter
 * yields its processor, so that the other thread gets one where there are fewer processors than threads.
 *
 * <p>Hazard: a waiter may have stored the number of an acquire or release at a place that its carrier owns. If its virtual thread
 * unmounted, another one could use that place meanwhile. Therefore it must not call {@code Thread.yield}, which unmounts.
 */
final class Spins {
    /** Number of spins that takes microseconds; a change without a handshake takes less. */
    private static final int BEFORE_YIELD = 1_000;

    /** {@code Thread.yield0}, which yields the carrier. Null until the self-test. */
    private static volatile MethodHandle yield0;

    private Spins() {}

    /**
     * Finds {@code Thread.yield0} and links the call.
     *
     * @throws ReflectiveOperationException if this JDK has none
     */
    static void prepare() throws ReflectiveOperationException {
        yield0 = MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                .findStatic(Thread.class, "yield0", MethodType.methodType(void.class));
        next(BEFORE_YIELD);
    }

    /**
     * Spins once, or yields.
     *
     * @param spins number of spins so far
     * @return number of spins after this call
     */
    static int next(int spins) {
        MethodHandle yield = yield0;
        if (spins < BEFORE_YIELD || yield == null) {
            Thread.onSpinWait();
            return spins + 1;
        }
        try {
            yield.invokeExact();
        } catch (StackOverflowError | OutOfMemoryError e) {
            Thread.onSpinWait();
        } catch (RuntimeException | Error asynchronous) {
            throw asynchronous;
        } catch (Throwable impossible) {
            throw new InternalError(impossible);
        }
        return spins;
    }
}
