package dev.slipstream.agent.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies edits to a class file. */
public final class Rewriter {
    private Rewriter() {
    }

    /**
     * Rewrites the methods that the edits name, and copies all else byte for byte.
     *
     * @return the new class file, of the same version
     * @throws NotThere if a method or an instruction that an edit refers to is missing
     */
    public static byte[] rewrite(byte[] classFile, List<MethodEdit> edits) {
        ClassReader reader = ClassFile.reader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Edits visitor = new Edits(writer, reader.getClassName(), edits);
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        if (!visitor.open.isEmpty()) {
            MethodEdit edit = visitor.open.get(0);
            throw new NotThere(reader.getClassName() + "." + edit.method() + edit.descriptor());
        }
        return ClassFile.withVersionOf(classFile, writer.toByteArray());
    }

    private static final class Edits extends ClassVisitor {
        private final String owner;
        private final List<MethodEdit> open;

        Edits(ClassVisitor next, String owner, List<MethodEdit> edits) {
            super(Opcodes.ASM9, next);
            this.owner = owner;
            this.open = new ArrayList<>(edits);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
            for (int i = open.size() - 1; i >= 0; i--) {
                MethodEdit edit = open.get(i);
                if (edit.method().equals(name) && edit.descriptor().equals(descriptor)) {
                    open.remove(i);
                    method = visitor(edit, method, access);
                }
            }
            return method;
        }

        private MethodVisitor visitor(MethodEdit edit, MethodVisitor next, int access) {
            if (edit instanceof MethodEdit.CallFirst first) {
                return new CallFirstVisitor(next, first);
            }
            if (edit instanceof MethodEdit.CallAround around) {
                return new CallAroundVisitor(next, around, owner, (access & Opcodes.ACC_STATIC) != 0);
            }
            return new OtherConstantVisitor(next, owner, (MethodEdit.OtherConstant) edit);
        }
    }
}
