package dev.slipstream.examples.naming;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import kotlin.Unit;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;

/**
 * Kotlin coroutines that do next to nothing, on the default dispatcher. With {@code -Dkotlinx.coroutines.debug}, which is also on
 * wherever assertions are, as in most tests, a thread bears the name of the coroutine that it runs: two renames for each resumption
 * of a coroutine.
 */
public final class Coroutines {
    private static final int WARM_UPS = 5;
    private static final int MEASURED = 5;

    private Coroutines() {}

    /** Runs coroutines to their end, and returns the nanoseconds per coroutine. */
    private static double run(int count) throws InterruptedException {
        LongAdder sum = new LongAdder();
        CountDownLatch ended = new CountDownLatch(count);
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            int number = i;
            BuildersKt.launch(GlobalScope.INSTANCE, Dispatchers.getDefault(), CoroutineStart.DEFAULT, (scope, continuation) -> {
                sum.add(Integer.toString(number).length());
                ended.countDown();
                return Unit.INSTANCE;
            });
        }
        ended.await();
        return (System.nanoTime() - start) / (double) count;
    }

    /**
     * Prints the nanoseconds per coroutine, the median of five runs.
     *
     * @param args number of coroutines in a run
     */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        double[] nanos = new double[MEASURED];
        for (int i = -WARM_UPS; i < MEASURED; i++) {
            double each = run(count);
            if (i >= 0) {
                nanos[i] = each;
            }
        }
        Arrays.sort(nanos);
        System.out.println(nanos[MEASURED / 2]);
    }
}
