package dev.slipstream.lab.experiment.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** {@link String#format}. It has no shortest-decimal conversion, so the price always has two decimals, as usual for prices. */
final class FormatWriter extends LineWriter {

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
