package dev.slipstream.lab.experiment.text;

import net.openhft.chronicle.bytes.Bytes;

/** Chronicle's elastic bytes on the heap, reused. */
final class ChronicleWriter extends LineWriter {
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
