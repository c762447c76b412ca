package dev.slipstream.diagnose.event;

import java.util.Set;

/**
 * A frame of a stack.
 *
 * @param type the name of the class; empty if unknown
 * @param method the name of the method; empty if unknown
 * @param descriptor the descriptor of the method; empty if unknown
 * @param line the line in the source; -1 if unknown
 */
public record Frame(String type, String method, String descriptor, int line) {
    /**
     * {@return whether it is in one of the given methods of a class}
     *
     * @param wanted the name of the class
     * @param methods the names of the methods, of any descriptor
     */
    public boolean is(String wanted, Set<String> methods) {
        return methods.contains(method) && type.equals(wanted);
    }

    /** {@return the class and the method, separated by a dot} */
    public String place() {
        return type + "." + method;
    }
}
