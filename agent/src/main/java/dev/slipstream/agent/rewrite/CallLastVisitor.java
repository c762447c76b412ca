package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Applies {@link MethodEdit.CallLast}. */
final class CallLastVisitor extends MethodVisitor {
    private final MethodEdit.CallLast edit;
    private final String call;

    CallLastVisitor(MethodVisitor next, MethodEdit.CallLast edit, String owner, boolean isStatic) {
        super(Opcodes.ASM9, next);
        if (isStatic || !edit.descriptor().endsWith(")V")) {
            throw new NotThere("method " + owner + "." + edit.method() + " of an instance that returns nothing");
        }
        this.edit = edit;
        call = "(L" + owner + ";)V";
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), call, false);
        }
        super.visitInsn(opcode);
    }

    /** Rejects a method that overwrites slot 0. Compilers never do that for {@code this}, but the JVM specification allows it. */
    @Override
    public void visitVarInsn(int opcode, int variable) {
        if (opcode == Opcodes.ASTORE && variable == 0) {
            throw new NotThere("method " + edit.method() + " that keeps itself");
        }
        super.visitVarInsn(opcode, variable);
    }
}
