package dev.slipstream.lab.experiment.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A new {@link StringBuilder} for each line. */
final class BuilderWriter extends LineWriter {
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
