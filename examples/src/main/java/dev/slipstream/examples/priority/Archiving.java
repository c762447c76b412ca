package dev.slipstream.examples.priority;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.Deflater;
import org.quartz.Job;
import org.quartz.JobExecutionContext;

/** Quartz job that compresses old orders, one after the other, until it is stopped. It never waits. */
public final class Archiving implements Job {
    private static final LongAdder PIECES = new LongAdder();
    private static volatile boolean stopped;

    /** Called by Quartz. */
    public Archiving() {}

    /** Allows jobs to run. */
    static void begin() {
        stopped = false;
    }

    /** Ends all jobs. */
    static void stop() {
        stopped = true;
    }

    /** Returns the number of compressed orders. */
    static long pieces() {
        return PIECES.sum();
    }

    @Override
    public void execute(JobExecutionContext context) {
        byte[] to = new byte[64 * 1_024];
        for (int id = 1; !stopped; id = id % 1_000 + 1) {
            Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
            try {
                deflater.setInput(Shop.order(id).getBytes(StandardCharsets.UTF_8));
                deflater.finish();
                while (!deflater.finished()) {
                    deflater.deflate(to);
                }
            } finally {
                deflater.end();
            }
            PIECES.increment();
        }
    }
}
