package dev.slipstream.it;

import dev.slipstream.it.program.Failing;
import dev.slipstream.testkit.Jdk;
import dev.slipstream.testkit.Jvm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Factory of changed JDK classes and of agents for tests. */
final class Scratch {
    static final String VIRTUAL_THREAD = "java/lang/VirtualThread";

    private static final int MAJOR_LOW_BYTE = 7;
    private static final int MAJOR_THAT_ASM_READS = 61;

    private Scratch() {
    }

    /** Returns the class file with a version that ASM accepts. ASM refuses versions that it does not know. */
    static byte[] readable(byte[] classFile) {
        byte[] copy = classFile.clone();
        copy[MAJOR_LOW_BYTE] = MAJOR_THAT_ASM_READS;
        return copy;
    }

    /** Returns a folder for --patch-module whose VirtualThread has another constant for the maximum of carriers. */
    static Path otherMaximum(Jdk jdk, Path folder) throws IOException {
        return patch(jdk, folder, new Lost() {
            @Override
            public void visitIntInsn(int opcode, int operand) {
                super.visitIntInsn(opcode, operand == 256 ? 255 : operand);
            }
        }, UnaryOperator.identity());
    }

    /** Returns a folder for --patch-module whose VirtualThread has another name for parkOnCarrierThread. */
    static Path otherName(Jdk jdk, Path folder) throws IOException {
        return patch(jdk, folder, new Lost() {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                super.visitMethodInsn(opcode, owner, renamed(name), descriptor, isInterface);
            }
        }, Scratch::renamed);
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

    private static Path patch(Jdk jdk, Path folder, Lost lost, UnaryOperator<String> names) throws IOException {
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
    static Path patch(Jdk jdk, String name, Path folder, UnaryOperator<ClassVisitor> changes) throws IOException {
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

    /** Makes a copy of the jar whose keeper has allocations that {@link Failing} can make fail. */
    static Path failingKeeper(Path jar) throws IOException {
        String engine = "META-INF/slipstream/engine/";
        String failing = Failing.class.getName().replace('.', '/');
        AtomicInteger places = new AtomicInteger();
        try (ZipFile original = new ZipFile(Jvm.JAR.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (ZipEntry entry : original.stream().toList()) {
                byte[] bytes = original.getInputStream(entry).readAllBytes();
                String name = entry.getName();
                boolean keeper = name.startsWith(engine + "dev/slipstream/pinning/") && name.endsWith(".class");
                out.putNextEntry(new ZipEntry(name));
                out.write(keeper ? failing(bytes, failing, places) : bytes);
            }
            out.putNextEntry(new ZipEntry(engine + failing + ".class"));
            out.write(Failing.class.getResourceAsStream("Failing.class").readAllBytes());
        }
        return jar;
    }

    private static byte[] failing(byte[] classFile, String failing, AtomicInteger places) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, thrown)) {
                    private void fail() {
                        super.visitLdcInsn(places.getAndIncrement());
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, failing, "allocate", "(I)V", false);
                    }

                    @Override
                    public void visitTypeInsn(int opcode, String type) {
                        if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
                            fail();
                        }
                        super.visitTypeInsn(opcode, type);
                    }

                    @Override
                    public void visitIntInsn(int opcode, int operand) {
                        if (opcode == Opcodes.NEWARRAY) {
                            fail();
                        }
                        super.visitIntInsn(opcode, operand);
                    }

                    @Override
                    public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
                        fail();
                        super.visitInvokeDynamicInsn(called, type, bootstrap, arguments);
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    /** Makes a jar with an agent that consists of one class. */
    static Path agentJar(Class<?> agent, Path folder) throws IOException {
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
