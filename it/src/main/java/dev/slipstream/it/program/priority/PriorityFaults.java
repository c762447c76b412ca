package dev.slipstream.it.program.priority;

import dev.slipstream.it.program.common.Failing;
import dev.slipstream.it.program.common.Faults;
import dev.slipstream.it.program.common.StackEnd;
import dev.slipstream.it.program.common.UntilNoneFails;
import java.io.IOException;

/** The same priority has the same nice value after a change that could not be completed. */
public final class PriorityFaults implements Faults {
    @Override
    public String differsAtStackEnd(int which) throws IOException {
        Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
        String low = NiceThread.ownNice();
        int[] next = {0};
        StackEnd.recurse(
                () -> Thread.currentThread().setPriority(next[0]++ % 2 == 0 ? Thread.NORM_PRIORITY : Thread.MIN_PRIORITY),
                which);
        Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
        return NiceThread.ownNice().equals(low) ? null : "the nice value is " + NiceThread.ownNice() + ", not " + low;
    }

    @Override
    public String failAllocations() throws Exception {
        return UntilNoneFails.on(PriorityFaults::prioritise, false);
    }

    private static String prioritise(int others) throws Exception {
        Thread thread = Thread.currentThread();
        Failing.after(others);
        thread.setPriority(Thread.MIN_PRIORITY);
        NiceThread other = new NiceThread();
        other.start();
        other.setPriority(Thread.MIN_PRIORITY + 1);
        Failing.end();
        String first = nice(other, Thread.MIN_PRIORITY);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setPriority(Thread.MIN_PRIORITY);
        String second = NiceThread.ownNice();
        other.end();
        return first.equals(second) ? null : "the same priority has the nice values " + first + " and " + second;
    }

    private static String nice(NiceThread thread, int priority) throws Exception {
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setPriority(priority);
        return thread.nice();
    }
}
