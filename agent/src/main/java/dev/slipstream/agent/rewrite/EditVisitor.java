package dev.slipstream.agent.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypePath;

/** Applies edits to one class. Each kind of edit has a method visitor, nested here. */
final class EditVisitor extends ClassVisitor {
    private static final String FORCE_INLINE = "Ljdk/internal/vm/annotation/ForceInline;";

    private final String owner;
    private final List<MethodEdit> edits;
    private final int[] found;

    EditVisitor(ClassVisitor next, String owner, List<MethodEdit> edits) {
        super(Opcodes.ASM9, next);
        this.owner = owner;
        this.edits = edits;
        this.found = new int[edits.size()];
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
        boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
        for (int i = 0; i < found.length; i++) {
            if (edits.get(i).matches(name, descriptor)) {
                method = visitor(method, i, isStatic);
            }
        }
        return method;
    }

    private MethodVisitor visitor(MethodVisitor next, int i, boolean isStatic) {
        MethodEdit edit = edits.get(i);
        if (edit instanceof MethodEdit.OtherCall call) {
            return new OtherCallVisitor(next, call, i);
        }
        if (edit instanceof MethodEdit.CallForConstantAfter constant) {
            return new CallForConstantAfterVisitor(next, constant, i);
        }
        if (edit instanceof MethodEdit.LongerText text) {
            return new LongerTextVisitor(next, text, i);
        }
        if (edit instanceof MethodEdit.OnlyConstant constant) {
            return new OnlyConstantVisitor(next, constant, i);
        }
        if (edit instanceof MethodEdit.CallForConstant constant) {
            return new CallForConstantVisitor(next, constant, i);
        }
        found[i]++;
        if (edit instanceof MethodEdit.BuiltIn) {
            next.visitAnnotation(FORCE_INLINE, true).visitEnd();
            // A distinct visitor: ASM copies the original method if it gets its own writer back.
            return new MethodVisitor(Opcodes.ASM9, next) {};
        }
        if (edit instanceof MethodEdit.CallFirst first) {
            return new CallFirstVisitor(next, first);
        }
        if (edit instanceof MethodEdit.TellFirst tell) {
            return new TellFirstVisitor(next, tell, isStatic);
        }
        if (edit instanceof MethodEdit.AnswerFirst answer) {
            return new AnswerFirstVisitor(next, answer, isStatic);
        }
        if (edit instanceof MethodEdit.CallLast last) {
            return new CallLastVisitor(next, last, isStatic);
        }
        if (edit instanceof MethodEdit.CallAround around) {
            return new CallAroundVisitor(next, around, isStatic);
        }
        return new ReturnIfDoneVisitor(next, (MethodEdit.ReturnIfDone) edit, isStatic);
    }

    void check() {
        for (int i = 0; i < found.length; i++) {
            if (found[i] != 1) {
                throw new NotThere(owner + "." + edits.get(i).what());
            }
        }
    }

    /** Applies {@link MethodEdit.CallFirst}. */
    private static final class CallFirstVisitor extends MethodVisitor {
        private final MethodEdit.CallFirst edit;

        CallFirstVisitor(MethodVisitor next, MethodEdit.CallFirst edit) {
            super(Opcodes.ASM9, next);
            this.edit = edit;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), "()V", false);
        }
    }

    /** Applies {@link MethodEdit.TellFirst}. */
    private final class TellFirstVisitor extends MethodVisitor {
        private final MethodEdit.TellFirst edit;
        private final String call;

        TellFirstVisitor(MethodVisitor next, MethodEdit.TellFirst edit, boolean isStatic) {
            super(Opcodes.ASM9, next);
            if (isStatic) {
                throw new NotThere("method " + owner + "." + edit.method() + " of an instance");
            }
            this.edit = edit;
            call = "(L" + owner + ";)V";
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), call, false);
        }
    }

    /** Applies {@link MethodEdit.AnswerFirst}. The result stays on the stack, and is popped if it is negative. */
    private final class AnswerFirstVisitor extends MethodVisitor {
        private final MethodEdit.AnswerFirst edit;
        private final Parameters parameters;
        private final String call;

        AnswerFirstVisitor(MethodVisitor next, MethodEdit.AnswerFirst edit, boolean isStatic) {
            super(Opcodes.ASM9, next);
            String descriptor = edit.descriptor();
            if (isStatic || !descriptor.endsWith(")I")) {
                throw new NotThere("method " + owner + "." + edit.method() + " of an instance that returns an int");
            }
            this.edit = edit;
            parameters = new Parameters(owner, false, descriptor);
            call = "(L" + owner + ";" + descriptor.substring(1);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label body = new Label();
            parameters.loadThis(mv);
            parameters.loadArguments(mv);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), call, false);
            super.visitInsn(Opcodes.DUP);
            super.visitJumpInsn(Opcodes.IFLT, body);
            super.visitInsn(Opcodes.IRETURN);
            super.visitLabel(body);
            super.visitFrame(Opcodes.F_NEW, parameters.frame().length, parameters.frame(), 1, new Object[] {Opcodes.INTEGER});
            super.visitInsn(Opcodes.POP);
            // The POP already separates this frame from one that the body may begin with.
        }
    }

    /** Applies {@link MethodEdit.CallLast}. */
    private final class CallLastVisitor extends MethodVisitor {
        private final MethodEdit.CallLast edit;
        private final String call;

        CallLastVisitor(MethodVisitor next, MethodEdit.CallLast edit, boolean isStatic) {
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

        /**
         * Rejects a method that overwrites slot 0. Compilers never do that for {@code this}, but the JVM specification allows it.
         */
        @Override
        public void visitVarInsn(int opcode, int variable) {
            if (opcode == Opcodes.ASTORE && variable == 0) {
                throw new NotThere("method " + edit.method() + " that keeps itself");
            }
            super.visitVarInsn(opcode, variable);
        }
    }

    /** Applies {@link MethodEdit.ReturnIfDone}. */
    private final class ReturnIfDoneVisitor extends MethodVisitor {
        private final MethodEdit.ReturnIfDone edit;
        private final Parameters parameters;
        private final String call;

        ReturnIfDoneVisitor(MethodVisitor next, MethodEdit.ReturnIfDone edit, boolean isStatic) {
            super(Opcodes.ASM9, next);
            String descriptor = edit.descriptor();
            if (!descriptor.endsWith(")V")) {
                throw new NotThere("method " + owner + "." + edit.method() + " that returns nothing");
            }
            this.edit = edit;
            parameters = new Parameters(owner, isStatic, descriptor);
            call = (isStatic ? "(" : "(L" + owner + ";") + descriptor.substring(1, descriptor.indexOf(')')) + ")Z";
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label body = new Label();
            parameters.loadThis(mv);
            parameters.loadArguments(mv);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), call, false);
            super.visitJumpInsn(Opcodes.IFEQ, body);
            super.visitInsn(Opcodes.RETURN);
            super.visitLabel(body);
            super.visitFrame(Opcodes.F_NEW, parameters.frame().length, parameters.frame(), 0, new Object[0]);
            // Separates this frame from one that the body may begin with.
            super.visitInsn(Opcodes.NOP);
        }
    }

    /**
     * Applies {@link MethodEdit.CallAround}. The token occupies a new local variable directly after the parameters. The method's
     * own variables move up by two slots in instructions, frames and debug information alike.
     */
    private final class CallAroundVisitor extends MethodVisitor {
        private static final int TOKEN_SIZE = 2;

        private final MethodEdit.CallAround edit;
        private final Parameters parameters;
        private final int token;
        private final Label start = new Label();
        private final Label handler = new Label();

        CallAroundVisitor(MethodVisitor next, MethodEdit.CallAround edit, boolean isStatic) {
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

    /** Replaces an instruction and counts the replacements: the instruction must occur exactly once. */
    private abstract class ReplacingVisitor extends MethodVisitor {
        private final int index;

        /** @param index the edit's place among the edits */
        ReplacingVisitor(MethodVisitor next, int index) {
            super(Opcodes.ASM9, next);
            this.index = index;
        }

        void count() {
            found[index]++;
        }
    }

    /** Applies {@link MethodEdit.CallForConstantAfter} to one of the methods that may contain the constant. */
    private final class CallForConstantAfterVisitor extends ReplacingVisitor {
        private final MethodEdit.CallForConstantAfter edit;
        private boolean near;

        CallForConstantAfterVisitor(MethodVisitor next, MethodEdit.CallForConstantAfter edit, int index) {
            super(next, index);
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
                super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), "()I", false);
            } else {
                super.visitIntInsn(opcode, operand);
            }
        }
    }

    /** Applies {@link MethodEdit.LongerText}. */
    private final class LongerTextVisitor extends ReplacingVisitor {
        private final MethodEdit.LongerText edit;

        LongerTextVisitor(MethodVisitor next, MethodEdit.LongerText edit, int index) {
            super(next, index);
            this.edit = edit;
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof String text && text.startsWith(edit.from())) {
                count();
                super.visitLdcInsn(text.concat(edit.suffix()));
            } else {
                super.visitLdcInsn(value);
            }
        }
    }

    /** Applies {@link MethodEdit.OnlyConstant}. */
    private final class OnlyConstantVisitor extends ReplacingVisitor {
        private final MethodEdit.OnlyConstant edit;

        OnlyConstantVisitor(MethodVisitor next, MethodEdit.OnlyConstant edit, int index) {
            super(next, index);
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

    /** Applies {@link MethodEdit.CallForConstant}. */
    private final class CallForConstantVisitor extends ReplacingVisitor {
        private final MethodEdit.CallForConstant edit;

        CallForConstantVisitor(MethodVisitor next, MethodEdit.CallForConstant edit, int index) {
            super(next, index);
            this.edit = edit;
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode != Opcodes.NEWARRAY && operand == edit.from()) {
                count();
                super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(), "()I", false);
            } else {
                super.visitIntInsn(opcode, operand);
            }
        }
    }

    /** Applies {@link MethodEdit.OtherCall}. The operand stack is the same as before, so frames and offsets stay valid. */
    private final class OtherCallVisitor extends ReplacingVisitor {
        private final MethodEdit.OtherCall edit;

        OtherCallVisitor(MethodVisitor next, MethodEdit.OtherCall edit, int index) {
            super(next, index);
            this.edit = edit;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (opcode == Opcodes.INVOKEVIRTUAL && edit.replaces(owner, name, descriptor)) {
                count();
                super.visitMethodInsn(Opcodes.INVOKESTATIC, edit.graft(), edit.call(),
                        "(L" + owner + ";" + descriptor.substring(1),
                        false);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }

    /**
     * Local variables that a method has on entry: {@code this}, unless the method is static, and its arguments. Not for
     * constructors.
     */
    private static final class Parameters {
        private final boolean isStatic;
        private final Type[] arguments;
        private final Object[] frame;
        private final int size;

        Parameters(String owner, boolean isStatic, String descriptor) {
            this.isStatic = isStatic;
            arguments = Type.getArgumentTypes(descriptor);
            List<Object> types = new ArrayList<>();
            int slot = 0;
            if (!isStatic) {
                types.add(owner);
                slot++;
            }
            for (Type argument : arguments) {
                types.add(frameType(argument));
                slot += argument.getSize();
            }
            frame = types.toArray();
            size = slot;
        }

        /** Returns their types in stack map frame form. */
        Object[] frame() {
            return frame;
        }

        /** Returns the number of local variable slots they occupy. */
        int size() {
            return size;
        }

        /** Pushes {@code this}, unless the method is static. */
        void loadThis(MethodVisitor to) {
            if (!isStatic) {
                to.visitVarInsn(Opcodes.ALOAD, 0);
            }
        }

        /** Pushes the arguments, first to last. */
        void loadArguments(MethodVisitor to) {
            int slot = isStatic ? 0 : 1;
            for (Type argument : arguments) {
                to.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
                slot += argument.getSize();
            }
        }

        private static Object frameType(Type type) {
            switch (type.getSort()) {
                case Type.LONG:
                    return Opcodes.LONG;
                case Type.DOUBLE:
                    return Opcodes.DOUBLE;
                case Type.FLOAT:
                    return Opcodes.FLOAT;
                case Type.OBJECT:
                case Type.ARRAY:
                    return type.getInternalName();
                default:
                    return Opcodes.INTEGER;
            }
        }
    }
}
