package dev.slipstream.lab.experiment.text;

import org.agrona.ExpandableArrayBuffer;

/**
 * Agrona's expandable buffer, reused. It writes ASCII at an index that the caller maintains. It cannot write a {@code double}, so
 * the JDK converts that to a string.
 */
final class AgronaWriter extends LineWriter {
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
