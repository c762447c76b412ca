package dev.slipstream.it.common;

import dev.slipstream.it.program.common.Failing;
import dev.slipstream.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copy of the packaged jar in which {@link Failing} can make the allocations of the engine and of the grafts fail, those of ASM
 * excepted. A class initialiser is excepted as well: its class would be lost for good.
 */
public final class FailingJar {
    private static final String ENGINE = "META-INF/slipstream/engine/";
    private static final String FAILING = Failing.class.getName().replace('.', '/');

    /** Methods of the JDK that allocate, most often or always. */
    private static final Set<String> ALLOCATE = Set.of("add", "concat", "copyOf", "of", "put", "toString", "valueOf");

    private final Path folder;
    private final Set<String> ours = new HashSet<>();
    private final AtomicInteger places = new AtomicInteger();

    private FailingJar(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the copy in a folder.
     *
     * @param classes beginning of the internal names of the classes to change
     */
    public static FailingJar in(Path folder, String classes) throws IOException {
        FailingJar failing = new FailingJar(folder);
        try (ZipFile original = new ZipFile(ForkedJvm.JAR.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(failing.path()))) {
            List<? extends ZipEntry> entries = original.stream().toList();
            entries.forEach(entry -> failing.ours.add(entry.getName()));
            for (ZipEntry entry : entries) {
                byte[] bytes = original.getInputStream(entry).readAllBytes();
                String name = entry.getName();
                out.putNextEntry(new ZipEntry(name));
                out.write(isOurs(name) && name.startsWith(ENGINE + classes) ? failing.failing(bytes) : bytes);
            }
        }
        Path hook = failing.boot().resolve(FAILING + ".class");
        Files.createDirectories(hook.getParent());
        Files.write(hook, Failing.class.getResourceAsStream("Failing.class").readAllBytes());
        return failing;
    }

    private static boolean isOurs(String entry) {
        return entry.startsWith(ENGINE) && entry.endsWith(".class") && !entry.contains("/asm/") && !entry.endsWith("-info.class");
    }

    /** Returns the jar. */
    public Path path() {
        return folder.resolve("failing.jar");
    }

    private Path boot() {
        return folder.resolve("boot");
    }

    /** Prepares a JVM for the jar. */
    public ForkedJvm on(ForkedJvm jvm) {
        return jvm.agentAt(path()).with("-Xbootclasspath/a:" + boot(), "--add-reads=java.base=ALL-UNNAMED");
    }

    private byte[] failing(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
                return name.equals("<clinit>") ? next : new Allocations(next);
            }
        }, 0);
        return writer.toByteArray();
    }

    private boolean allocates(String owner, String method) {
        return ALLOCATE.contains(method) && owner.startsWith("java/") && !owner.equals("java/lang/Boolean")
                && !ours.contains(ENGINE + owner + ".class");
    }

    private final class Allocations extends MethodVisitor {
        Allocations(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        private void fail() {
            super.visitLdcInsn(places.getAndIncrement());
            super.visitMethodInsn(Opcodes.INVOKESTATIC, FAILING, "allocate", "(I)V", false);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.ANEWARRAY) {
                fail();
            }
            super.visitTypeInsn(opcode, type);
            if (opcode == Opcodes.NEW) {
                // Before it there may be a label, by which a frame refers to the object.
                fail();
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                fail();
            }
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitMultiANewArrayInsn(String type, int dimensions) {
            fail();
            super.visitMultiANewArrayInsn(type, dimensions);
        }

        @Override
        public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
            fail();
            super.visitInvokeDynamicInsn(called, type, bootstrap, arguments);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (allocates(owner, name)) {
                fail();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
