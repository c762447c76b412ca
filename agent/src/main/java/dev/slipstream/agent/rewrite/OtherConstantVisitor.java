package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes {@link MethodEdit.OtherConstant} into one of the methods that may have the constant. */
final class OtherConstantVisitor extends MethodVisitor {
    private final MethodEdit.OtherConstant edit;
    private final int[] found;
    private final int index;
    private boolean near;

    /** @param found counts at the given index the replacements in all methods of the class */
    OtherConstantVisitor(MethodVisitor next, MethodEdit.OtherConstant edit, int[] found, int index) {
        super(Opcodes.ASM9, next);
        this.edit = edit;
        this.found = found;
        this.index = index;
    }

    @Override
    public void visitLdcInsn(Object value) {
        near |= edit.afterString().equals(value);
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (near && opcode == Opcodes.SIPUSH && operand == edit.from()) {
            found[index]++;
            super.visitIntInsn(opcode, edit.to());
        } else {
            super.visitIntInsn(opcode, operand);
        }
    }
}
