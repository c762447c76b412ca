package dev.slipstream.agent.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Local variables that a method has on entry: {@code this}, unless the method is static, and its arguments. Not for constructors.
 */
final class Parameters {
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
