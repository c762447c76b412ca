package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.bake.ImageClasses;
import dev.slipstream.agent.plan.Images;
import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.agent.rewrite.Rewriter;
import dev.slipstream.runtime.Options;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/**
 * Test on JDKs that do not exist: classes with a member renamed, removed or of another type, or with an instruction removed. A plan
 * must decline with a reason, or fit: the rewritten methods verify, and no other method differs.
 */
class MutatedJdkTest {
    private static final int MUTANTS = 150;

    /** The members that a plan checks, and the methods that it rewrites. */
    private record Needed(Plan plan, Set<String> classes, Set<String> members) {
        static Needed by(Retrofit retrofit, JdkView jdk) {
            Set<String> classes = new TreeSet<>();
            Set<String> members = new TreeSet<>();
            Plan plan = retrofit.plan(new JdkView() {
                @Override
                public boolean has(String name) {
                    boolean has = jdk.has(name);
                    if (has) {
                        classes.add(name);
                    }
                    return has;
                }

                @Override
                public void need(String owner, String name, String descriptor) {
                    jdk.need(owner, name, descriptor);
                    classes.add(owner);
                    members.add(owner + "." + name + descriptor);
                }

                @Override
                public Set<String> callable(String owner) {
                    return jdk.callable(owner);
                }
            }, settings(retrofit));
            plan.edits().forEach(edit -> classes.add(edit.className()));
            return new Needed(plan, classes, members);
        }

        List<MethodEdit> edits(String className) {
            return plan.edits().stream().filter(edit -> edit.className().equals(className))
                    .flatMap(edit -> edit.edits().stream()).toList();
        }
    }

    /** A changed class, and the member that is no longer there; empty if only instructions changed. */
    private record Mutant(String className, ClassNode changed, String gone) {}

    private static Settings settings(Retrofit retrofit) {
        return new Settings(retrofit.remedy(), Options.parse("", List.of()));
    }

    private static boolean isEdited(List<MethodEdit> edits, String name, String descriptor) {
        return edits.stream().anyMatch(edit -> edit.matches(name, descriptor));
    }

    private static ClassNode node(byte[] classFile) {
        ClassNode node = new ClassNode();
        Rewriter.reader(classFile).accept(node, 0);
        return node;
    }

    private static byte[] written(ClassNode node) {
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Changes one thing in a class. */
    private static Mutant mutate(String name, ClassNode node, List<MethodEdit> edits, Random random) {
        List<MethodNode> edited = node.methods.stream().filter(method -> isEdited(edits, method.name, method.desc)).toList();
        int kind = random.nextInt(edited.isEmpty() ? 4 : 6);
        if (kind == 0 && !node.fields.isEmpty()) {
            FieldNode field = node.fields.get(random.nextInt(node.fields.size()));
            String gone = name + "." + field.name + field.desc;
            if (random.nextBoolean()) {
                field.name += "Renamed";
            } else {
                field.desc = field.desc.equals("D") ? "F" : "D";
                field.value = null;
            }
            return new Mutant(name, node, gone);
        }
        if (kind > 3) {
            // Most often, one instruction fewer leaves nothing that verifies. That is no JDK.
            removeInstruction(edited.get(random.nextInt(edited.size())).instructions, random);
            return new Mutant(name, node, "");
        }
        List<MethodNode> among = edited.isEmpty() || random.nextBoolean() ? node.methods : edited;
        MethodNode method = among.get(random.nextInt(among.size()));
        String gone = name + "." + method.name + method.desc;
        if (kind == 1) {
            node.methods.remove(method);
        } else if (method.name.startsWith("<") || kind == 2) {
            method.name = method.name.replaceAll("[<>]", "") + "Renamed";
        } else {
            method.desc = method.desc.replace(")", "Ljava/lang/Void;)");
        }
        return new Mutant(name, node, gone);
    }

    private static void removeInstruction(InsnList instructions, Random random) {
        List<AbstractInsnNode> real = new ArrayList<>();
        instructions.forEach(each -> {
            if (each.getOpcode() >= 0) {
                real.add(each);
            }
        });
        if (!real.isEmpty()) {
            instructions.remove(real.get(random.nextInt(real.size())));
        }
    }

    private static boolean verifies(String owner, MethodNode method) {
        try {
            new Analyzer<>(new BasicVerifier()).analyzeAndComputeMaxs(owner, method);
            return true;
        } catch (AnalyzerException | RuntimeException invalid) {
            return false;
        }
    }

    private static String text(MethodNode method) {
        Textifier text = new Textifier();
        method.accept(new TraceMethodVisitor(text));
        StringWriter all = new StringWriter();
        PrintWriter out = new PrintWriter(all);
        text.print(out);
        out.flush();
        return method.access + method.name + method.desc + all;
    }

    private static Map<String, MethodNode> methods(ClassNode node) {
        Map<String, MethodNode> methods = new TreeMap<>();
        node.methods.forEach(method -> methods.put(method.name + method.desc, method));
        return methods;
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesOrFits(TestJdk jdk) throws IOException {
        Random random = new Random(jdk.feature());
        Map<String, Integer> outcomes = new TreeMap<>();
        try (FileSystem image = jdk.image()) {
            for (Retrofit retrofit : Remedies.all()) {
                Needed needed = Needed.by(retrofit, Images.jdk(image, ""));
                if (needed.plan().state() != State.ACTIVE) {
                    continue;
                }
                List<String> classes = new ArrayList<>(needed.classes());
                // Half of the mutants are of a class that is rewritten.
                int others = classes.size();
                for (int i = 0; i < others; i++) {
                    classes.add(needed.plan().edits().get(i % needed.plan().edits().size()).className());
                }
                for (int i = 0; i < MUTANTS; i++) {
                    String name = classes.get(random.nextInt(classes.size()));
                    Mutant mutant = mutate(name, node(Images.read(image, name)), needed.edits(name), random);
                    outcomes.merge(outcome(retrofit, image, needed, mutant), 1, Integer::sum);
                }
            }
        }
        assertThat(outcomes.keySet()).as("%s", outcomes).contains("declined", "fits");
    }

    private static String outcome(Retrofit retrofit, FileSystem image, Needed needed, Mutant mutant) {
        String what = retrofit.remedy().name() + ", " + mutant.className() + ", " + mutant.gone();
        List<MethodEdit> edits = needed.edits(mutant.className());
        byte[] classFile;
        try {
            classFile = written(mutant.changed());
        } catch (IllegalStateException invalid) {
            // ASM refuses two stack map frames in one place.
            return "no JDK";
        }
        for (MethodNode method : node(classFile).methods) {
            if (isEdited(edits, method.name, method.desc) && !verifies(mutant.className(), method)) {
                return "no JDK";
            }
        }
        try {
            Plan plan = retrofit.plan(new ImageClasses(name -> {
                try {
                    return name.equals(mutant.className()) ? classFile
                            : Images.has(image, name) ? Images.read(image, name) : null;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }), settings(retrofit));
            if (plan.state() != State.ACTIVE) {
                assertThat(plan.reason()).as(what).isNotBlank();
                return "declined";
            }
            for (Plan.ClassEdit edit : plan.edits()) {
                if (edit.className().equals(mutant.className())) {
                    fits(what, classFile, edit);
                }
            }
        } catch (NotThere e) {
            assertThat(e).as(what).hasMessageMatching("not as expected on this JDK: .+");
            return "declined";
        }
        if (!isInherited(image, mutant)) {
            assertThat(needed.members()).as(what).doesNotContain(mutant.gone());
        }
        return "fits";
    }

    /** Tells whether a superclass has the method that is gone, which is then found there. */
    private static boolean isInherited(FileSystem image, Mutant mutant) {
        String method = mutant.gone().substring(mutant.gone().indexOf('.') + 1);
        if (method.startsWith("<init>")) {
            return false;
        }
        try {
            for (String name = mutant.changed().superName; name != null;) {
                ClassNode node = node(Images.read(image, name));
                if (methods(node).containsKey(method)) {
                    return true;
                }
                name = node.superName;
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks that the rewritten methods verify, and that no other method differs. */
    private static void fits(String what, byte[] classFile, Plan.ClassEdit edit) {
        Map<String, MethodNode> before = methods(node(classFile));
        Map<String, MethodNode> after = methods(node(Rewriter.rewrite(classFile, edit.edits())));
        assertThat(after.keySet()).as(what).isEqualTo(before.keySet());
        before.forEach((name, method) -> {
            MethodNode rewritten = after.get(name);
            if (isEdited(edit.edits(), method.name, method.desc)) {
                assertThat(verifies(edit.className(), rewritten)).as("%s: %s verifies", what, name).isTrue();
            } else {
                assertThat(text(rewritten)).as(what).isEqualTo(text(method));
            }
        });
    }
}
