package dev.slipstream.lab.experiment.text;

import dev.slipstream.text.TextBuffer;
import java.io.IOException;

/** The library: one reused buffer. */
final class TextWriter extends LineWriter {
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
