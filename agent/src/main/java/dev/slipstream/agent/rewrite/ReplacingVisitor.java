package dev.slipstream.agent.rewrite;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Replaces an instruction and counts the replacements: the instruction must occur exactly once. */
abstract class ReplacingVisitor extends MethodVisitor {
    private final int[] found;
    private final int index;

    /** @param found counts the replacements at the given index */
    ReplacingVisitor(MethodVisitor next, int[] found, int index) {
        super(Opcodes.ASM9, next);
        this.found = found;
        this.index = index;
    }

    void count() {
        found[index]++;
    }
}
