package dev.slipstream.lab;

import dev.slipstream.lab.jdk.Jdk;
import java.util.List;

/**
 * Command line of a subject.
 *
 * @param jdk the JDK
 * @param args the arguments, including the agent
 */
public record Jvm(Jdk jdk, List<String> args) {

    /** Copies the arguments. */
    public Jvm {
        args = List.copyOf(args);
    }
}
