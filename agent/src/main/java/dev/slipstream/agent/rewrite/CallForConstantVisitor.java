package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes {@link MethodEdit.CallForConstant}. */
final class CallForConstantVisitor extends MethodVisitor {
    private final MethodEdit.CallForConstant edit;
    private final int[] found;
    private final int index;

    /** @param found counts the replacements at the given index */
    CallForConstantVisitor(MethodVisitor next, MethodEdit.CallForConstant edit, int[] found, int index) {
        super(Opcodes.ASM9, next);
        this.edit = edit;
        this.found = found;
        this.index = index;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (opcode != Opcodes.NEWARRAY && operand == edit.from()) {
            found[index]++;
            super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), "()I", false);
        } else {
            super.visitIntInsn(opcode, operand);
        }
    }
}
