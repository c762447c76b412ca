package dev.slipstream.lab.experiment.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** One reused {@link StringBuilder}. */
final class ReusedWriter extends LineWriter {
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
