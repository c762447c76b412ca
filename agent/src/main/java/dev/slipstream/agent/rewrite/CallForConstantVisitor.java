package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies {@link MethodEdit.CallForConstant}. */
final class CallForConstantVisitor extends ReplacingVisitor {
    private final MethodEdit.CallForConstant edit;

    CallForConstantVisitor(MethodVisitor next, MethodEdit.CallForConstant edit, int[] found, int index) {
        super(next, found, index);
        this.edit = edit;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (opcode != Opcodes.NEWARRAY && operand == edit.from()) {
            count();
            super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), "()I", false);
        } else {
            super.visitIntInsn(opcode, operand);
        }
    }
}
