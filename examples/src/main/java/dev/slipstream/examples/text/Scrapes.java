package dev.slipstream.examples.text;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;

/** Writes the page again and again, as for scrapes. */
public final class Scrapes {
    private static final int SERIES = 500;
    private static final int LINES = 2 * SERIES;
    private static final int WARM_UPS = 5_000;
    private static final int MEASURED = 2_001;

    private Scrapes() {}

    /**
     * Prints the median of the nanoseconds per line, the bytes allocated per line, and a hash of the page.
     *
     * @param args name of the {@link Page}
     */
    public static void main(String[] args) throws IOException {
        Page page = Page.valueOf(args[0]);
        List<Page.Series> all = Page.Series.some(SERIES);
        ByteArrayOutputStream to = new ByteArrayOutputStream(1 << 20);
        long[] nanos = new long[MEASURED];
        for (int i = 0; i < WARM_UPS; i++) {
            scrape(page, all, to);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MEASURED; i++) {
            long start = System.nanoTime();
            scrape(page, all, to);
            nanos[i] = System.nanoTime() - start;
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        Arrays.sort(nanos);
        System.out.println(nanos[MEASURED / 2] / (double) LINES + " " + allocated / (double) MEASURED / LINES + " "
                + Arrays.hashCode(to.toByteArray()));
    }

    private static void scrape(Page page, List<Page.Series> all, ByteArrayOutputStream to) throws IOException {
        to.reset();
        page.write(all, to);
    }
}
