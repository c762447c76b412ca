package dev.slipstream.agent.rewrite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What is noted of one class: its methods, and the constants they use. */
final class ClassFacts extends ClassVisitor {
    /** By name and descriptor in one. */
    final Map<String, Method> methods = new LinkedHashMap<>();

    ClassFacts() {
        super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
        Method method = new Method(name, descriptor);
        methods.put(name + descriptor, method);
        return method;
    }

    /** One method. */
    static final class Method extends MethodVisitor {
        final String name;
        final String descriptor;
        final Set<String> strings = new HashSet<>();
        private final List<Integer> ints = new ArrayList<>();

        Method(String name, String descriptor) {
            super(Opcodes.ASM9);
            this.name = name;
            this.descriptor = descriptor;
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof String string) {
                strings.add(string);
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode != Opcodes.NEWARRAY) {
                ints.add(operand);
            }
        }

        int timesInt(int value) {
            int times = 0;
            for (int each : ints) {
                times += each == value ? 1 : 0;
            }
            return times;
        }
    }
}
