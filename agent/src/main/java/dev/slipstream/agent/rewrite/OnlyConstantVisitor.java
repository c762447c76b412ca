package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes {@link MethodEdit.OnlyConstant}. */
final class OnlyConstantVisitor extends MethodVisitor {
    private final MethodEdit.OnlyConstant edit;
    private final int[] found;
    private final int index;

    /** @param found counts the replacements at the given index */
    OnlyConstantVisitor(MethodVisitor next, MethodEdit.OnlyConstant edit, int[] found, int index) {
        super(Opcodes.ASM9, next);
        this.edit = edit;
        this.found = found;
        this.index = index;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (opcode != Opcodes.NEWARRAY && operand == edit.from()) {
            found[index]++;
            int fitting = edit.to() > Byte.MAX_VALUE ? Opcodes.SIPUSH : Opcodes.BIPUSH;
            // The same instruction where nothing changes, so that nothing does.
            super.visitIntInsn(edit.to() == edit.from() ? opcode : fitting, edit.to());
        } else {
            super.visitIntInsn(opcode, operand);
        }
    }
}
