package dev.slipstream.agent.rewrite;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies {@link MethodEdit.ReturnIfDone}. */
final class ReturnIfDoneVisitor extends MethodVisitor {
    private final MethodEdit.ReturnIfDone edit;
    private final Parameters parameters;
    private final String call;

    ReturnIfDoneVisitor(MethodVisitor next, MethodEdit.ReturnIfDone edit, String owner, boolean isStatic) {
        super(Opcodes.ASM9, next);
        String descriptor = edit.descriptor();
        if (!descriptor.endsWith(")V")) {
            throw new NotThere("method " + owner + "." + edit.method() + " that returns nothing");
        }
        this.edit = edit;
        parameters = new Parameters(owner, isStatic, descriptor);
        call = (isStatic ? "(" : "(L" + owner + ";") + descriptor.substring(1, descriptor.indexOf(')')) + ")Z";
    }

    @Override
    public void visitCode() {
        super.visitCode();
        Label body = new Label();
        parameters.loadThis(mv);
        parameters.loadArguments(mv);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), call, false);
        super.visitJumpInsn(Opcodes.IFEQ, body);
        super.visitInsn(Opcodes.RETURN);
        super.visitLabel(body);
        super.visitFrame(Opcodes.F_NEW, parameters.frame().length, parameters.frame(), 0, new Object[0]);
        // Separates this frame from one that the body may begin with.
        super.visitInsn(Opcodes.NOP);
    }
}
