package dev.slipstream.agent.rewrite;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/** The class files of a JDK, and the questions that a plan asks of them. For use by one thread. */
public final class JdkClasses {
    /** Where class files come from. */
    @FunctionalInterface
    public interface Source {
        /**
         * @param name internal name
         * @return the class file, or null if there is none of that name
         */
        byte[] read(String name);
    }

    private final Source source;
    private final Map<String, ClassFacts> known = new HashMap<>();

    /** Asks the given source, once per class. */
    public JdkClasses(Source source) {
        this.source = source;
    }

    /** Whether the class is there. */
    public boolean has(String name) {
        return facts(name) != null;
    }

    /**
     * Checks that a method is there.
     *
     * @param owner internal name of the class that declares it
     * @throws NotThere if it is not
     */
    public void needMethod(String owner, String name, String descriptor) {
        if (!need(owner).methods.containsKey(name + descriptor)) {
            throw new NotThere(owner + "." + name + descriptor);
        }
    }

    /**
     * Finds the one method that uses a string constant together with an int constant which stands there once.
     *
     * @return name and descriptor in one
     * @throws NotThere if there is no such method, or more than one
     */
    public MethodEdit.OtherConstant otherConstant(String owner, String nearString, int from, int to) {
        MethodEdit.OtherConstant found = null;
        for (ClassFacts.Method method : need(owner).methods.values()) {
            if (method.strings.contains(nearString) && method.timesInt(from) == 1) {
                if (found != null) {
                    found = null;
                    break;
                }
                found = new MethodEdit.OtherConstant(method.name, method.descriptor, from, to);
            }
        }
        if (found == null) {
            throw new NotThere("single method in " + owner + " with \"" + nearString + "\" and " + from);
        }
        return found;
    }

    private ClassFacts need(String owner) {
        ClassFacts facts = facts(owner);
        if (facts == null) {
            throw new NotThere("class " + owner);
        }
        return facts;
    }

    private ClassFacts facts(String name) {
        if (!known.containsKey(name)) {
            byte[] bytes = source.read(name);
            known.put(name, bytes == null ? null : factsOf(bytes));
        }
        return known.get(name);
    }

    private static ClassFacts factsOf(byte[] bytes) {
        ClassFacts facts = new ClassFacts();
        ClassFile.reader(bytes).accept(facts, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return facts;
    }
}
