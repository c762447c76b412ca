package dev.slipstream.lab.experiment.text;

import dev.slipstream.text.TextBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.agrona.ExpandableArrayBuffer;
import org.apache.logging.log4j.util.StringBuilders;

/**
 * A way to build two kinds of lines, with whole numbers only and with a decimal number, as bytes and as a string. Each writer
 * encodes its own strings: a shared method would call the methods of several classes, which the JIT compiler does not inline.
 */
abstract class LineWriter {

    static LineWriter named(String name) {
        return switch (name) {
            case "text" -> new TextWriter();
            case "builder" -> new BuilderWriter(16);
            case "presized" -> new BuilderWriter(64);
            case "reused" -> new ReusedWriter();
            case "format" -> new FormatWriter();
            case "agrona" -> new AgronaWriter();
            case "chronicle" -> new ChronicleWriter();
            case "log4j" -> new Log4jWriter();
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Writes a line such as {@code order=10123456789 qty=1234 from=acctA123}. */
    abstract void whole(Order order, Sink to) throws IOException;

    /** Writes a line such as {@code qty=1234 price=1234.56 from=acctA123 of=1234}. */
    abstract void decimal(Order order, Sink to) throws IOException;

    /** Returns the line with whole numbers. */
    abstract String whole(Order order);

    /** Returns the line with a decimal number. */
    abstract String decimal(Order order);

    /** The library: one reused buffer. */
    private static final class TextWriter extends LineWriter {
        private final TextBuffer buffer = new TextBuffer();

        private TextBuffer appendWhole(Order order) {
            return buffer.reset().append("order=").append(order.number()).append(" qty=").append(order.quantity())
                    .append(" from=").append(order.account());
        }

        private TextBuffer appendDecimal(Order order) {
            return buffer.reset().append("qty=").append(order.quantity()).append(" price=").append(order.price())
                    .append(" from=").append(order.account()).append(" of=").append(order.quantity());
        }

        @Override
        void whole(Order order, Sink to) throws IOException {
            appendWhole(order).writeUtf8(to);
        }

        @Override
        void decimal(Order order, Sink to) throws IOException {
            appendDecimal(order).writeUtf8(to);
        }

        @Override
        String whole(Order order) {
            return appendWhole(order).toString();
        }

        @Override
        String decimal(Order order) {
            return appendDecimal(order).toString();
        }
    }

    /** A new {@link StringBuilder} for each line. */
    private static final class BuilderWriter extends LineWriter {
        private final int capacity;

        /**
         * Creates a writer.
         *
         * @param capacity the builders' initial capacity; the JDK's default is 16
         */
        BuilderWriter(int capacity) {
            this.capacity = capacity;
        }

        static StringBuilder appendWhole(StringBuilder to, Order order) {
            return to.append("order=").append(order.number()).append(" qty=").append(order.quantity())
                    .append(" from=").append(order.account());
        }

        static StringBuilder appendDecimal(StringBuilder to, Order order) {
            return to.append("qty=").append(order.quantity()).append(" price=").append(order.price())
                    .append(" from=").append(order.account()).append(" of=").append(order.quantity());
        }

        @Override
        void whole(Order order, Sink to) throws IOException {
            to.write(whole(order).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        void decimal(Order order, Sink to) throws IOException {
            to.write(decimal(order).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        String whole(Order order) {
            return appendWhole(new StringBuilder(capacity), order).toString();
        }

        @Override
        String decimal(Order order) {
            return appendDecimal(new StringBuilder(capacity), order).toString();
        }
    }

    /** One reused {@link StringBuilder}. */
    private static final class ReusedWriter extends LineWriter {
        private final StringBuilder builder = new StringBuilder();

        private StringBuilder begin() {
            builder.setLength(0);
            return builder;
        }

        @Override
        void whole(Order order, Sink to) throws IOException {
            to.write(whole(order).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        void decimal(Order order, Sink to) throws IOException {
            to.write(decimal(order).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        String whole(Order order) {
            return BuilderWriter.appendWhole(begin(), order).toString();
        }

        @Override
        String decimal(Order order) {
            return BuilderWriter.appendDecimal(begin(), order).toString();
        }
    }

    /** {@link String#format}. It has no shortest-decimal conversion, so the price always has two decimals, as usual for prices. */
    private static final class FormatWriter extends LineWriter {

        @Override
        void whole(Order order, Sink to) throws IOException {
            to.write(whole(order).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        void decimal(Order order, Sink to) throws IOException {
            to.write(decimal(order).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        String whole(Order order) {
            return String.format(Locale.ROOT, "order=%d qty=%d from=%s", order.number(), order.quantity(), order.account());
        }

        @Override
        String decimal(Order order) {
            return String.format(Locale.ROOT, "qty=%d price=%.2f from=%s of=%d",
                    order.quantity(), order.price(), order.account(), order.quantity());
        }
    }

    /**
     * Agrona's expandable buffer, reused. It writes ASCII at an index that the caller maintains. It cannot write a {@code double},
     * so the JDK converts that to a string.
     */
    private static final class AgronaWriter extends LineWriter {
        private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();

        private int appendWhole(Order order) {
            int at = buffer.putStringWithoutLengthAscii(0, "order=");
            at += buffer.putLongAscii(at, order.number());
            at += buffer.putStringWithoutLengthAscii(at, " qty=");
            at += buffer.putIntAscii(at, order.quantity());
            at += buffer.putStringWithoutLengthAscii(at, " from=");
            return at + buffer.putStringWithoutLengthAscii(at, order.account());
        }

        private int appendDecimal(Order order) {
            int at = buffer.putStringWithoutLengthAscii(0, "qty=");
            at += buffer.putIntAscii(at, order.quantity());
            at += buffer.putStringWithoutLengthAscii(at, " price=");
            at += buffer.putStringWithoutLengthAscii(at, Double.toString(order.price()));
            at += buffer.putStringWithoutLengthAscii(at, " from=");
            at += buffer.putStringWithoutLengthAscii(at, order.account());
            at += buffer.putStringWithoutLengthAscii(at, " of=");
            return at + buffer.putIntAscii(at, order.quantity());
        }

        @Override
        void whole(Order order, Sink to) {
            to.write(buffer.byteArray(), 0, appendWhole(order));
        }

        @Override
        void decimal(Order order, Sink to) {
            to.write(buffer.byteArray(), 0, appendDecimal(order));
        }

        @Override
        String whole(Order order) {
            return buffer.getStringWithoutLengthAscii(0, appendWhole(order));
        }

        @Override
        String decimal(Order order) {
            return buffer.getStringWithoutLengthAscii(0, appendDecimal(order));
        }
    }

    /** Chronicle's elastic bytes on the heap, reused. */
    private static final class ChronicleWriter extends LineWriter {
        private final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();

        private void appendWhole(Order order) {
            bytes.clear().append("order=").append(order.number()).append(" qty=").append(order.quantity())
                    .append(" from=").append(order.account());
        }

        private void appendDecimal(Order order) {
            bytes.clear().append("qty=").append(order.quantity()).append(" price=").append(order.price())
                    .append(" from=").append(order.account()).append(" of=").append(order.quantity());
        }

        private void to(Sink sink) {
            sink.write(bytes.underlyingObject(), 0, (int) bytes.readRemaining());
        }

        @Override
        void whole(Order order, Sink to) {
            appendWhole(order);
            to(to);
        }

        @Override
        void decimal(Order order, Sink to) {
            appendDecimal(order);
            to(to);
        }

        @Override
        String whole(Order order) {
            appendWhole(order);
            return bytes.toString();
        }

        @Override
        String decimal(Order order) {
            appendDecimal(order);
            return bytes.toString();
        }
    }

    /** Log4j's way to append parameters: to one reused {@link StringBuilder}, by type; numbers are boxed. */
    private static final class Log4jWriter extends LineWriter {
        private final StringBuilder builder = new StringBuilder();

        private StringBuilder appendWhole(Order order) {
            builder.setLength(0);
            StringBuilders.appendValue(builder.append("order="), order.number());
            StringBuilders.appendValue(builder.append(" qty="), order.quantity());
            StringBuilders.appendValue(builder.append(" from="), order.account());
            return builder;
        }

        private StringBuilder appendDecimal(Order order) {
            builder.setLength(0);
            StringBuilders.appendValue(builder.append("qty="), order.quantity());
            StringBuilders.appendValue(builder.append(" price="), order.price());
            StringBuilders.appendValue(builder.append(" from="), order.account());
            StringBuilders.appendValue(builder.append(" of="), order.quantity());
            return builder;
        }

        @Override
        void whole(Order order, Sink to) throws IOException {
            to.write(whole(order).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        void decimal(Order order, Sink to) throws IOException {
            to.write(decimal(order).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        String whole(Order order) {
            return appendWhole(order).toString();
        }

        @Override
        String decimal(Order order) {
            return appendDecimal(order).toString();
        }
    }

    /**
     * The content of a line; all lines are about 40 characters long.
     *
     * @param number eleven digits
     * @param account six to eight characters
     * @param quantity up to four digits
     * @param price up to two decimals
     */
    record Order(long number, String account, int quantity, double price) {
        /** The number of orders: enough to defeat the branch predictor. */
        static final int COUNT = 1_024;

        static Order[] some() {
            SplittableRandom random = new SplittableRandom(1);
            Order[] orders = new Order[COUNT];
            for (int i = 0; i < COUNT; i++) {
                orders[i] = new Order(10_000_000_000L + random.nextInt(1_000_000_000),
                        "acct" + (char) ('A' + random.nextInt(26)) + random.nextInt(1_000),
                        random.nextInt(10_000), random.nextInt(1_000_000) / 100.0);
            }
            return orders;
        }
    }

    /** The destination of lines: the memory of a buffered stream that never fills up. */
    static final class Sink extends OutputStream {
        private final byte[] bytes = new byte[4_096];
        private int length;

        @Override
        public void write(int single) {
            throw new UnsupportedOperationException("a line is written at once");
        }

        @Override
        public void write(byte[] from, int start, int count) {
            System.arraycopy(from, start, bytes, 0, count);
            length = count;
        }

        /** Returns the length of the last line, in bytes. */
        int length() {
            return length;
        }

        /** Returns the last line. */
        String line() {
            return new String(bytes, 0, length, StandardCharsets.US_ASCII);
        }
    }
}
