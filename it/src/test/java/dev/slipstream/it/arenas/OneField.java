package dev.slipstream.it.arenas;

import dev.slipstream.it.common.Scratch;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the arenas of JDK 22 and 23 from those of a later JDK. As in JDK 21, the number of acquires is in the field that tells
 * whether the arena is open. As since JDK 22, a close can no longer fail once it has set that field. So the two fields that exist
 * since JDK 24 become one. The only difference from JDK 22 is that a close writes the field twice.
 */
final class OneField extends ClassVisitor {
    private static final String PACKAGE = "jdk/internal/foreign/";
    private static final String COUNT = "acquireCount";
    private static final String STATE = "state";

    private OneField(ClassVisitor writer) {
        super(Opcodes.ASM9, writer);
    }

    /** Returns a folder for --patch-module. */
    static Path of(TestJdk jdk, Path folder) throws IOException {
        for (String user : List.of("MemorySessionImpl", "SharedSession", "ConfinedSession")) {
            Scratch.patch(jdk, PACKAGE + user, folder, OneField::new);
        }
        return folder;
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        return name.equals(COUNT) ? null : super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, thrown)) {
            @Override
            public void visitFieldInsn(int opcode, String owner, String field, String type) {
                super.visitFieldInsn(opcode, owner, field.equals(COUNT) ? STATE : field, type);
            }

            // Replaces the name by which the handle is looked up.
            @Override
            public void visitLdcInsn(Object value) {
                super.visitLdcInsn(COUNT.equals(value) ? STATE : value);
            }
        };
    }
}
