package dev.slipstream.lab;

import dev.slipstream.lab.jdk.Jdk;
import java.util.List;

/**
 * How a subject is started.
 *
 * @param jdk the JDK
 * @param args its arguments, the agent included
 */
public record Jvm(Jdk jdk, List<String> args) {

    /** Copies the arguments. */
    public Jvm {
        args = List.copyOf(args);
    }
}
