package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies {@link MethodEdit.OtherCall}. The operand stack is the same as before, so frames and offsets stay valid. */
final class OtherCallVisitor extends ReplacingVisitor {
    private final MethodEdit.OtherCall edit;

    OtherCallVisitor(MethodVisitor next, MethodEdit.OtherCall edit, int[] found, int index) {
        super(next, found, index);
        this.edit = edit;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (opcode == Opcodes.INVOKEVIRTUAL && edit.replaces(owner, name, descriptor)) {
            count();
            super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), "(L" + owner + ";" + descriptor.substring(1),
                    false);
        } else {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
