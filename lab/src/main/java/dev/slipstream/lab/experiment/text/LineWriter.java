package dev.slipstream.lab.experiment.text;

import java.io.IOException;

/** A way to build two kinds of lines, with whole numbers only and with a decimal number, as bytes and as a string. */
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
}
