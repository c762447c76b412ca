package dev.slipstream.it.common;

import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Factory of changed JDK classes and of agents for tests. */
public final class Scratch {
    public static final String VIRTUAL_THREAD = "java/lang/VirtualThread";
    private static final String POOL = "java/util/concurrent/ForkJoinPool";
    private static final String WORKER = "java/util/concurrent/ForkJoinWorkerThread";

    private static final long ONE_SECOND_MILLIS = 1_000;
    private static final int MAJOR_LOW_BYTE = 7;
    private static final int MAJOR_THAT_ASM_READS = 61;

    private Scratch() {}

    /** Returns the class file with a version that ASM accepts. ASM refuses versions that it does not know. */
    public static byte[] readable(byte[] classFile) {
        byte[] copy = classFile.clone();
        copy[MAJOR_LOW_BYTE] = MAJOR_THAT_ASM_READS;
        return copy;
    }

    /** Returns a folder for --patch-module whose VirtualThread has another constant for the maximum of carriers. */
    public static Path otherMaximum(TestJdk jdk, Path folder) throws IOException {
        return patch(jdk, folder, new Lost() {
            @Override
            public void visitIntInsn(int opcode, int operand) {
                super.visitIntInsn(opcode, operand == 256 ? 255 : operand);
            }
        }, UnaryOperator.identity());
    }

    /** Returns a folder for --patch-module whose VirtualThread has another name for parkOnCarrierThread. */
    public static Path otherName(TestJdk jdk, Path folder) throws IOException {
        return patch(jdk, folder, new Lost() {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                super.visitMethodInsn(opcode, owner, renamed(name), descriptor, isInterface);
            }
        }, Scratch::renamed);
    }

    /** Returns a folder for --patch-module whose VirtualThread has another name for the field of its scheduler. */
    public static Path otherField(TestJdk jdk, Path folder) throws IOException {
        return otherFields(jdk, VIRTUAL_THREAD, VIRTUAL_THREAD, folder,
                name -> name.equals("DEFAULT_SCHEDULER") ? "SCHEDULER" : name);
    }

    /** Returns a folder for --patch-module whose ForkJoinPool has other names for the fields that may have its maximum. */
    public static Path otherMaximumField(TestJdk jdk, Path folder) throws IOException {
        UnaryOperator<String> renamed = name -> name.equals("bounds") || name.equals("config") ? name + "OfThePool" : name;
        otherFields(jdk, WORKER, POOL, folder, renamed);
        return otherFields(jdk, POOL, POOL, folder, renamed);
    }

    /** Renames fields of a class in one that uses them, which may be the class itself. */
    private static Path otherFields(TestJdk jdk, String user, String holder, Path folder,
            UnaryOperator<String> renamed) throws IOException {
        return patch(jdk, user, folder, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                String other = user.equals(holder) ? renamed.apply(name) : name;
                return super.visitField(access, other, descriptor, signature, value);
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, thrown)) {
                    @Override
                    public void visitFieldInsn(int opcode, String owner, String field, String type) {
                        super.visitFieldInsn(opcode, owner, owner.equals(holder) ? renamed.apply(field) : field, type);
                    }
                };
            }
        });
    }

    /** Returns a folder for --patch-module with a class whose initialisation takes a second longer. */
    public static Path slowToInitialise(TestJdk jdk, String name, Path folder) throws IOException {
        return patch(jdk, name, folder, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] thrown) {
                MethodVisitor next = super.visitMethod(access, method, descriptor, signature, thrown);
                return !method.equals("<clinit>") ? next : new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        visitLdcInsn(ONE_SECOND_MILLIS);
                        visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "sleep", "(J)V", false);
                    }
                };
            }
        });
    }

    private static String renamed(String name) {
        return name.equals("parkOnCarrierThread") ? "parkOnItsCarrier" : name;
    }

    /** Removes an element that a later JDK may no longer have. */
    private abstract static class Lost extends MethodVisitor {
        Lost() {
            super(Opcodes.ASM9);
        }

        MethodVisitor in(MethodVisitor method) {
            mv = method;
            return this;
        }
    }

    private static Path patch(TestJdk jdk, Path folder, Lost lost, UnaryOperator<String> names) throws IOException {
        return patch(jdk, VIRTUAL_THREAD, folder, writer -> new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                return lost.in(super.visitMethod(access, names.apply(name), descriptor, signature, thrown));
            }
        });
    }

    /**
     * Returns a folder for --patch-module with a changed class of java.base.
     *
     * @param changes returns a visitor that changes the class and passes it to the given writer
     */
    public static Path patch(TestJdk jdk, String name, Path folder, UnaryOperator<ClassVisitor> changes) throws IOException {
        byte[] original = jdk.classFile(name);
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(readable(original)).accept(changes.apply(writer), 0);
        byte[] patched = writer.toByteArray();
        patched[MAJOR_LOW_BYTE] = original[MAJOR_LOW_BYTE];
        Path target = folder.resolve(name + ".class");
        Files.createDirectories(target.getParent());
        Files.write(target, patched);
        return folder;
    }

    /** Makes a jar with an agent that consists of one class. */
    public static Path agentJar(Class<?> agent, Path folder) throws IOException {
        Path jar = folder.resolve(agent.getSimpleName() + ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
        manifest.getMainAttributes().putValue("Agent-Class", agent.getName());
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        String entry = agent.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(jar); JarOutputStream jarOut = new JarOutputStream(out, manifest)) {
            jarOut.putNextEntry(new JarEntry(entry));
            jarOut.write(agent.getClassLoader().getResourceAsStream(entry).readAllBytes());
        }
        return jar;
    }
}
