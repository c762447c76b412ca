package dev.slipstream.agent.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.TypePath;

/**
 * Applies {@link MethodEdit.CallAround}. The token occupies a new local variable directly after the parameters. The method's own
 * variables move up by two slots in instructions, frames and debug information alike.
 */
final class CallAroundVisitor extends MethodVisitor {
    private static final int TOKEN_SIZE = 2;

    private final MethodEdit.CallAround edit;
    private final Parameters parameters;
    private final int token;
    private final Label start = new Label();
    private final Label handler = new Label();

    CallAroundVisitor(MethodVisitor next, MethodEdit.CallAround edit, String owner, boolean isStatic) {
        super(Opcodes.ASM9, next);
        if (!edit.descriptor().endsWith(")V")) {
            throw new NotThere("method " + owner + "." + edit.method() + " that returns nothing");
        }
        this.edit = edit;
        parameters = new Parameters(owner, isStatic, edit.descriptor());
        token = parameters.size();
    }

    @Override
    public void visitCode() {
        super.visitCode();
        parameters.loadArguments(mv);
        String before = edit.descriptor().substring(0, edit.descriptor().indexOf(')')) + ")J";
        super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.before(), before, false);
        super.visitInsn(Opcodes.DUP2);
        super.visitVarInsn(Opcodes.LSTORE, token);
        super.visitInsn(Opcodes.LCONST_0);
        super.visitInsn(Opcodes.LCMP);
        super.visitJumpInsn(Opcodes.IFGE, start);
        super.visitInsn(Opcodes.RETURN);
        super.visitLabel(start);
        visitFrame(Opcodes.F_NEW, parameters.frame().length, parameters.frame(), 0, new Object[0]);
        // Separates this frame from one that the body may begin with.
        super.visitInsn(Opcodes.NOP);
    }

    private void callAfter() {
        super.visitVarInsn(Opcodes.LLOAD, token);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.after(), "(J)V", false);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            callAfter();
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        // Last in the exception table, so that the method's own handlers take precedence.
        super.visitTryCatchBlock(start, handler, handler, null);
        super.visitLabel(handler);
        // The body may have reused the parameters' slots; only the token's type is known here.
        visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
        callAfter();
        super.visitInsn(Opcodes.ATHROW);
        super.visitMaxs(maxStack, maxLocals);
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        List<Object> shifted = new ArrayList<>(localCount + 2);
        int slot = 0;
        int next = 0;
        while (slot < token) {
            Object local = next < localCount ? locals[next++] : Opcodes.TOP;
            shifted.add(local);
            slot += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
        }
        shifted.add(Opcodes.LONG);
        while (next < localCount) {
            shifted.add(locals[next++]);
        }
        super.visitFrame(type, shifted.size(), shifted.toArray(), stackCount, stack);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        super.visitVarInsn(opcode, shift(variable));
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        super.visitIincInsn(shift(variable), increment);
    }

    @Override
    public void visitLocalVariable(String name, String descriptor, String signature, Label from, Label to, int index) {
        super.visitLocalVariable(name, descriptor, signature, from, to, shift(index));
    }

    @Override
    public AnnotationVisitor visitLocalVariableAnnotation(int typeRef, TypePath path, Label[] from, Label[] to,
            int[] index, String descriptor, boolean visible) {
        int[] shifted = new int[index.length];
        for (int i = 0; i < index.length; i++) {
            shifted[i] = shift(index[i]);
        }
        return super.visitLocalVariableAnnotation(typeRef, path, from, to, shifted, descriptor, visible);
    }

    private int shift(int variable) {
        return variable < token ? variable : variable + TOKEN_SIZE;
    }
}
