package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes {@link MethodEdit.OtherCall}. What is on the stack stays, so frames and offsets do. */
final class OtherCallVisitor extends MethodVisitor {
    private final MethodEdit.OtherCall edit;
    private final int[] found;
    private final int index;

    /** @param found counts the replacements at the given index */
    OtherCallVisitor(MethodVisitor next, MethodEdit.OtherCall edit, int[] found, int index) {
        super(Opcodes.ASM9, next);
        this.edit = edit;
        this.found = found;
        this.index = index;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (opcode == Opcodes.INVOKEVIRTUAL && edit.replaces(owner, name, descriptor)) {
            found[index]++;
            super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), "(L" + owner + ";" + descriptor.substring(1),
                    false);
        } else {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
