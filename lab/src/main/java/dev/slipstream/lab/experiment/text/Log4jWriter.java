package dev.slipstream.lab.experiment.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.logging.log4j.util.StringBuilders;

/** Log4j's way to append parameters: to one reused {@link StringBuilder}, by type; numbers are boxed. */
final class Log4jWriter extends LineWriter {
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
