package dev.slipstream.agent.rewrite;

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
                MethodEdit edit = edits.get(i);
                if (edit instanceof MethodEdit.CallFirst first && first.matches(name, descriptor)) {
                    found[i]++;
                    method = new CallFirstVisitor(method, first);
                } else if (edit instanceof MethodEdit.TellFirst tell && tell.matches(name, descriptor)) {
                    found[i]++;
                    method = new TellFirstVisitor(method, tell, owner, isStatic);
                } else if (edit instanceof MethodEdit.AnswerFirst answer && answer.matches(name, descriptor)) {
                    found[i]++;
                    method = new AnswerFirstVisitor(method, answer, owner, isStatic);
                } else if (edit instanceof MethodEdit.CallLast last && last.matches(name, descriptor)) {
                    found[i]++;
                    method = new CallLastVisitor(method, last, owner, isStatic);
                } else if (edit instanceof MethodEdit.CallAround around && around.matches(name, descriptor)) {
                    found[i]++;
                    method = new CallAroundVisitor(method, around, owner, isStatic);
                } else if (edit instanceof MethodEdit.ReturnIfDone done && done.matches(name, descriptor)) {
                    found[i]++;
                    method = new ReturnIfDoneVisitor(method, done, owner, isStatic);
                } else if (edit instanceof MethodEdit.OtherCall call && call.matches(name, descriptor)) {
                    method = new OtherCallVisitor(method, call, found, i);
                } else if (edit instanceof MethodEdit.OtherConstant constant && constant.matches(name)) {
                    method = new OtherConstantVisitor(method, constant, found, i);
                } else if (edit instanceof MethodEdit.OnlyConstant constant && constant.matches(name, descriptor)) {
                    method = new OnlyConstantVisitor(method, constant, found, i);
                } else if (edit instanceof MethodEdit.CallForConstant constant && constant.matches(name, descriptor)) {
                    method = new CallForConstantVisitor(method, constant, found, i);
                }
            }
            return method;
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
