package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies {@link MethodEdit.OnlyConstant}. */
final class OnlyConstantVisitor extends ReplacingVisitor {
    private final MethodEdit.OnlyConstant edit;

    OnlyConstantVisitor(MethodVisitor next, MethodEdit.OnlyConstant edit, int[] found, int index) {
        super(next, found, index);
        this.edit = edit;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (opcode != Opcodes.NEWARRAY && operand == edit.from()) {
            count();
            int fitting = edit.to() > Byte.MAX_VALUE ? Opcodes.SIPUSH : Opcodes.BIPUSH;
            // An unchanged constant keeps its opcode, so that the bytecode does not change.
            super.visitIntInsn(edit.to() == edit.from() ? opcode : fitting, edit.to());
        } else {
            super.visitIntInsn(opcode, operand);
        }
    }
}
