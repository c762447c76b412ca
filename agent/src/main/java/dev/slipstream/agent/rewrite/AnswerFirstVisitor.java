package dev.slipstream.agent.rewrite;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies {@link MethodEdit.AnswerFirst}. The result stays on the stack, and is popped if it is negative. */
final class AnswerFirstVisitor extends MethodVisitor {
    private final MethodEdit.AnswerFirst edit;
    private final Parameters parameters;
    private final String call;

    AnswerFirstVisitor(MethodVisitor next, MethodEdit.AnswerFirst edit, String owner, boolean isStatic) {
        super(Opcodes.ASM9, next);
        String descriptor = edit.descriptor();
        if (isStatic || !descriptor.endsWith(")I")) {
            throw new NotThere("method " + owner + "." + edit.method() + " of an instance that returns an int");
        }
        this.edit = edit;
        parameters = new Parameters(owner, false, descriptor);
        call = "(L" + owner + ";" + descriptor.substring(1);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        Label body = new Label();
        parameters.loadThis(mv);
        parameters.loadArguments(mv);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), call, false);
        super.visitInsn(Opcodes.DUP);
        super.visitJumpInsn(Opcodes.IFLT, body);
        super.visitInsn(Opcodes.IRETURN);
        super.visitLabel(body);
        super.visitFrame(Opcodes.F_NEW, parameters.frame().length, parameters.frame(), 1, new Object[] {Opcodes.INTEGER});
        super.visitInsn(Opcodes.POP);
        // The POP already separates this frame from one that the body may begin with.
    }
}
