package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies {@link MethodEdit.CallFirst}. */
final class CallFirstVisitor extends MethodVisitor {
    private final MethodEdit.CallFirst edit;

    CallFirstVisitor(MethodVisitor next, MethodEdit.CallFirst edit) {
        super(Opcodes.ASM9, next);
        this.edit = edit;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), "()V", false);
    }
}
