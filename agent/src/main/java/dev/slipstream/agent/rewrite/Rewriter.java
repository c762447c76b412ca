package dev.slipstream.agent.rewrite;

import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies edits to a class file. */
public final class Rewriter {
    private static final String FORCE_INLINE = "Ljdk/internal/vm/annotation/ForceInline;";

    private Rewriter() {
    }

    /**
     * Rewrites the methods that the edits name, and copies everything else byte for byte.
     *
     * @return the new class file, of the same version
     * @throws NotThere if a method or an instruction that an edit refers to is missing
     */
    public static byte[] rewrite(byte[] classFile, List<MethodEdit> edits) {
        ClassReader reader = ClassFile.reader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Edits visitor = new Edits(writer, reader.getClassName(), edits);
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        visitor.check();
        return ClassFile.withVersionOf(classFile, writer.toByteArray());
    }

    private static final class Edits extends ClassVisitor {
        private final String owner;
        private final List<MethodEdit> edits;
        private final int[] found;

        Edits(ClassVisitor next, String owner, List<MethodEdit> edits) {
            super(Opcodes.ASM9, next);
            this.owner = owner;
            this.edits = edits;
            this.found = new int[edits.size()];
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            for (int i = 0; i < found.length; i++) {
                if (edits.get(i).matches(name, descriptor)) {
                    method = visitor(method, i, isStatic);
                }
            }
            return method;
        }

        private MethodVisitor visitor(MethodVisitor next, int i, boolean isStatic) {
            MethodEdit edit = edits.get(i);
            if (edit instanceof MethodEdit.OtherCall call) {
                return new OtherCallVisitor(next, call, found, i);
            }
            if (edit instanceof MethodEdit.OtherConstant constant) {
                return new OtherConstantVisitor(next, constant, found, i);
            }
            if (edit instanceof MethodEdit.OnlyConstant constant) {
                return new OnlyConstantVisitor(next, constant, found, i);
            }
            if (edit instanceof MethodEdit.CallForConstant constant) {
                return new CallForConstantVisitor(next, constant, found, i);
            }
            found[i]++;
            if (edit instanceof MethodEdit.BuiltIn) {
                next.visitAnnotation(FORCE_INLINE, true).visitEnd();
                // A distinct visitor: ASM copies the original method if it gets its own writer back.
                return new MethodVisitor(Opcodes.ASM9, next) { };
            }
            if (edit instanceof MethodEdit.CallFirst first) {
                return new CallFirstVisitor(next, first);
            }
            if (edit instanceof MethodEdit.TellFirst tell) {
                return new TellFirstVisitor(next, tell, owner, isStatic);
            }
            if (edit instanceof MethodEdit.AnswerFirst answer) {
                return new AnswerFirstVisitor(next, answer, owner, isStatic);
            }
            if (edit instanceof MethodEdit.CallLast last) {
                return new CallLastVisitor(next, last, owner, isStatic);
            }
            if (edit instanceof MethodEdit.CallAround around) {
                return new CallAroundVisitor(next, around, owner, isStatic);
            }
            return new ReturnIfDoneVisitor(next, (MethodEdit.ReturnIfDone) edit, owner, isStatic);
        }

        void check() {
            for (int i = 0; i < found.length; i++) {
                if (found[i] != 1) {
                    throw new NotThere(owner + "." + edits.get(i).what());
                }
            }
        }
    }
}
