package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes {@link MethodEdit.OtherConstant}. */
final class OtherConstantVisitor extends MethodVisitor {
    private final String owner;
    private final MethodEdit.OtherConstant edit;
    private int found;

    OtherConstantVisitor(MethodVisitor next, String owner, MethodEdit.OtherConstant edit) {
        super(Opcodes.ASM9, next);
        this.owner = owner;
        this.edit = edit;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if ((opcode == Opcodes.SIPUSH || opcode == Opcodes.BIPUSH) && operand == edit.from()) {
            found++;
            super.visitIntInsn(Opcodes.SIPUSH, edit.to());
        } else {
            super.visitIntInsn(opcode, operand);
        }
    }

    @Override
    public void visitEnd() {
        if (found != 1) {
            throw new NotThere("single constant " + edit.from() + " in " + owner + "." + edit.method());
        }
        super.visitEnd();
    }
}
