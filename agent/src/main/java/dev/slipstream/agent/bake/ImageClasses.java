package dev.slipstream.agent.bake;

import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.agent.rewrite.Rewriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** View of a JDK that does not run: it is queried through its class files. Not thread-safe. */
public final class ImageClasses implements JdkView {
    /** Source of class files of java.base. */
    @FunctionalInterface
    public interface Source {
        /**
         * Returns a class file, if there is one of that name.
         *
         * @param name internal name
         */
        byte @Nullable [] read(String name);
    }

    private final Source source;
    private final Map<String, Set<String>> known = new HashMap<>();
    private final Map<String, String> superclasses = new HashMap<>();

    /** Creates the view. It reads each class once, but for {@link #callable}. */
    public ImageClasses(Source source) {
        this.source = source;
    }

    @Override
    public boolean has(String name) {
        return members(name) != null;
    }

    @Override
    public void need(String owner, String name, String descriptor) {
        String member = name.concat(descriptor);
        String declaring = owner;
        while (!required(declaring).contains(member)) {
            declaring = superclasses.get(declaring);
            if (declaring == null || name.equals("<init>")) {
                throw new NotThere(owner + "." + member);
            }
        }
    }

    private Set<String> required(String name) {
        Set<String> members = members(name);
        if (members == null) {
            throw new NotThere("class " + name);
        }
        return members;
    }

    @Override
    public Set<String> callable(String owner) {
        byte[] bytes = source.read(owner);
        if (bytes == null) {
            throw new NotThere("class " + owner);
        }
        Set<String> callable = new HashSet<>();
        Rewriter.reader(bytes).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                if ((access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0 && !name.equals("<init>")) {
                    callable.add(name.concat(descriptor));
                }
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return callable;
    }

    /**
     * Returns the value of a constant.
     *
     * @throws NotThere if the class has no such constant
     */
    String constant(String owner, String field) {
        byte[] bytes = source.read(owner);
        if (bytes == null) {
            throw new NotThere("class " + owner);
        }
        String[] found = new String[1];
        Rewriter.reader(bytes).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                found[0] = name.equals(field) && value instanceof String text ? text : found[0];
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        if (found[0] == null) {
            throw new NotThere("constant " + owner + "." + field);
        }
        return found[0];
    }

    private @Nullable Set<String> members(String owner) {
        if (!known.containsKey(owner)) {
            byte[] bytes = source.read(owner);
            known.put(owner, bytes == null ? null : membersOf(bytes));
            superclasses.put(owner, bytes == null ? null : Rewriter.reader(bytes).getSuperName());
        }
        return known.get(owner);
    }

    private static Set<String> membersOf(byte[] bytes) {
        Set<String> members = new HashSet<>();
        Rewriter.reader(bytes).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                members.add(name.concat(descriptor));
                return null;
            }

            @Override
            public @Nullable FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                members.add(name.concat(descriptor));
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return members;
    }
}
