package dev.slipstream.lab.experiment.text;

import com.sun.management.ThreadMXBean;
import dev.slipstream.lab.experiment.text.LineWriter.Order;
import dev.slipstream.lab.experiment.text.LineWriter.Sink;
import dev.slipstream.text.TextBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * Program that measures the allocation per line, for each writer, and per string, for each length. Passes if the library's reused
 * buffer allocates nothing for written lines, and only the strings themselves for strings.
 */
public final class Garbage {
    private static final List<String> ALL =
            List.of("text", "builder", "presized", "reused", "format", "agrona", "chronicle", "log4j");
    private static final int[] LENGTHS = {1, 8, 16, 24, 32, 40, 48, 64, 96, 128, 192, 256};
    private static final int TURNS = 20_000;

    /** Bytes of a string, of its array without characters, and the alignment of objects. */
    private static final int STRING = 24;

    private static final int ARRAY = 16;
    private static final int ALIGNMENT = 8;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static volatile String kept;

    private Garbage() {}

    /**
     * Prints the tables of lines and of strings, then the verdict.
     *
     * @param args none
     */
    public static void main(String[] args) {
        boolean right = lines();
        right &= strings();
        System.out.println(right ? "PASS" : "the library allocates more than it says");
        System.exit(right ? 0 : 1);
    }

    private static boolean lines() {
        double library = Double.MAX_VALUE;
        System.out.println("bytes/line      whole  decimal");
        for (String name : ALL) {
            LineWriter writer = LineWriter.named(name);
            Order[] orders = Order.some();
            Sink sink = new Sink();
            double whole = allocatedPerTurn(written(turn -> writer.whole(orders[turn % Order.COUNT], sink)), TURNS);
            double decimal = allocatedPerTurn(written(turn -> writer.decimal(orders[turn % Order.COUNT], sink)), TURNS);
            System.out.println(String.format(Locale.ROOT, "%-12s %8.1f %8.1f", name, whole, decimal));
            if (name.equals("text")) {
                library = Math.max(whole, decimal);
            }
        }
        return library < 1;
    }

    /** Writes a line. */
    private interface Work {
        void accept(int turn) throws IOException;
    }

    private static IntConsumer written(Work work) {
        return turn -> {
            try {
                work.accept(turn);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static boolean strings() {
        boolean right = true;
        TextBuffer buffer = new TextBuffer();
        System.out.println("bytes/string   builder  presized  library");
        for (int length : LENGTHS) {
            String[] pieces = BuildLength.pieces(length);
            double builder = allocatedPerTurn(turn -> build(new StringBuilder(), pieces), TURNS);
            double presized = allocatedPerTurn(turn -> build(new StringBuilder(length), pieces), TURNS);
            double library = allocatedPerTurn(turn -> build(buffer, pieces), TURNS);
            System.out.println(String.format(Locale.ROOT, "%-12d %9.1f %9.1f %8.1f", length, builder, presized, library));
            right &= library < STRING + (ARRAY + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + 1;
        }
        return right;
    }

    private static void build(StringBuilder builder, String[] pieces) {
        for (String piece : pieces) {
            builder.append(piece);
        }
        kept = builder.toString();
    }

    private static void build(TextBuffer buffer, String[] pieces) {
        buffer.reset();
        for (String piece : pieces) {
            buffer.append(piece);
        }
        kept = buffer.toString();
    }

    /**
     * Warms the work up until it is compiled, then measures what the current thread allocates.
     *
     * @param work receives the number of the turn
     * @param turns the number of measured turns
     * @return the bytes per turn
     */
    static double allocatedPerTurn(IntConsumer work, int turns) {
        run(work, turns);
        run(work, turns);
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        run(work, turns);
        return (THREADS.getThreadAllocatedBytes(thread) - before) / (double) turns;
    }

    private static void run(IntConsumer work, int turns) {
        for (int i = 0; i < turns; i++) {
            work.accept(i);
        }
    }
}
