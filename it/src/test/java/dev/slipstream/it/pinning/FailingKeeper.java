package dev.slipstream.it.pinning;

import dev.slipstream.it.program.pinning.Failing;
import dev.slipstream.testkit.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Copy of the packaged jar whose keeper has allocations that {@link Failing} can make fail. */
public final class FailingKeeper {
    private FailingKeeper() {
    }

    /** Makes the copy. */
    public static Path at(Path jar) throws IOException {
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
}
