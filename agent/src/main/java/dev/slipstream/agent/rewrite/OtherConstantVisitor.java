package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies {@link MethodEdit.OtherConstant} to one of the methods that may contain the constant. */
final class OtherConstantVisitor extends ReplacingVisitor {
    private final MethodEdit.OtherConstant edit;
    private boolean near;

    OtherConstantVisitor(MethodVisitor next, MethodEdit.OtherConstant edit, int[] found, int index) {
        super(next, found, index);
        this.edit = edit;
    }

    @Override
    public void visitLdcInsn(Object value) {
        near |= edit.afterString().equals(value);
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (near && opcode == Opcodes.SIPUSH && operand == edit.from()) {
            count();
            super.visitIntInsn(opcode, edit.to());
        } else {
            super.visitIntInsn(opcode, operand);
        }
    }
}
