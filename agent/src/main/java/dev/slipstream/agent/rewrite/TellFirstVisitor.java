package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies {@link MethodEdit.TellFirst}. */
final class TellFirstVisitor extends MethodVisitor {
    private final MethodEdit.TellFirst edit;
    private final String call;

    TellFirstVisitor(MethodVisitor next, MethodEdit.TellFirst edit, String owner, boolean isStatic) {
        super(Opcodes.ASM9, next);
        if (isStatic) {
            throw new NotThere("method " + owner + "." + edit.method() + " of an instance");
        }
        this.edit = edit;
        call = "(L" + owner + ";)V";
    }

    @Override
    public void visitCode() {
        super.visitCode();
        super.visitVarInsn(Opcodes.ALOAD, 0);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), call, false);
    }
}
