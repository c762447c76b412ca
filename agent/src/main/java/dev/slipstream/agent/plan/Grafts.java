package dev.slipstream.agent.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Classes added to java.base. All have one package and one loader. Immutable.
 *
 * @param neighbour a class of the JDK in whose package, and by whose loader, they are defined, internal name
 * @param helpers the classes that are defined before the control graft, in definition order, internal names
 * @param control the control graft, internal name: its static method {@code control} returns the object through which the engine
 *     talks to the grafts
 * @param opens packages of java.base to open to the engine: that of the grafts, and those that the agent's own code accesses
 *     reflectively
 */
public record Grafts(String neighbour, List<String> helpers, String control, List<String> opens) {
    /** Returns the internal names of all, in definition order. */
    public List<String> all() {
        List<String> all = new ArrayList<>(helpers);
        all.add(control);
        return all;
    }
}
