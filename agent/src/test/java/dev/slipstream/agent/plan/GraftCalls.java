package dev.slipstream.agent.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.Rewriter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The calls that edits add. */
public final class GraftCalls {
    private GraftCalls() {}

    /** Returns the class file of a graft. */
    public static byte[] graft(String name) throws IOException {
        try (InputStream in = GraftCalls.class.getClassLoader().getResourceAsStream(name + ".class")) {
            assertThat(in).as(name).isNotNull();
            return in.readAllBytes();
        }
    }

    /** Checks that each of them leads to a static method of a graft, and returns them. */
    public static Set<String> check(byte[] classFile, List<MethodEdit> edits) throws IOException {
        Set<String> added = calls(Rewriter.rewrite(classFile, edits));
        added.removeAll(calls(classFile));
        for (String call : added) {
            String owner = call.substring(0, call.indexOf('.'));
            assertThat(node(graft(owner)).methods).filteredOn(method -> Modifier.isStatic(method.access))
                    .extracting(method -> owner + "." + method.name + method.desc).contains(call);
        }
        return added;
    }

    private static Set<String> calls(byte[] classFile) {
        Set<String> calls = new TreeSet<>();
        for (MethodNode method : node(classFile).methods) {
            for (AbstractInsnNode each : method.instructions) {
                if (each instanceof MethodInsnNode call) {
                    calls.add(call.owner + "." + call.name + call.desc);
                }
            }
        }
        return calls;
    }

    private static ClassNode node(byte[] classFile) {
        ClassNode node = new ClassNode();
        Rewriter.reader(classFile).accept(node, 0);
        return node;
    }
}
