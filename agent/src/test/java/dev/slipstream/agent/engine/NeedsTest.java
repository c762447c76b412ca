package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.Images;
import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Needs;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.runtime.Options;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A plan declines wherever a member is missing that a graft uses. */
class NeedsTest {
    /** A JDK that lacks one member, or nothing, and notes what it is asked for. */
    private record Lacking(JdkView jdk, String member, Set<String> asked) implements JdkView {
        @Override
        public boolean has(String name) {
            asked.add(name);
            return !name.equals(member) && jdk.has(name);
        }

        @Override
        public void need(String owner, String name, String descriptor) {
            String need = owner + " " + name + " " + descriptor;
            asked.add(need);
            if (need.equals(member)) {
                throw new NotThere(need);
            }
            jdk.need(owner, name, descriptor);
        }

        @Override
        public Set<String> callable(String owner) {
            return jdk.callable(owner);
        }
    }

    private static Plan plan(Retrofit retrofit, JdkView jdk) {
        return retrofit.plan(jdk, new Settings(retrofit.remedy(), Options.parse("", List.of())));
    }

    /** Returns the list that the build has made. */
    private static Set<String> needs(List<String> grafts) {
        Set<String> needs = new TreeSet<>();
        Needs.check(new Lacking(new Everything(), "", needs), grafts, false);
        return needs;
    }

    private record Everything() implements JdkView {
        @Override
        public boolean has(String name) {
            return true;
        }

        @Override
        public void need(String owner, String name, String descriptor) {
            assertThat(owner).isNotEmpty();
        }

        @Override
        public Set<String> callable(String owner) {
            return Set.of();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesWithoutAnyOneOfThem(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            for (Retrofit retrofit : Remedies.all()) {
                JdkView classes = Images.jdk(image, "");
                if (plan(retrofit, classes).state() != State.ACTIVE) {
                    continue;
                }
                Set<String> needs = needs(retrofit.grafts().all());
                for (String need : needs) {
                    assertThatThrownBy(() -> plan(retrofit, new Lacking(classes, need, new TreeSet<>())), need)
                            .isInstanceOf(NotThere.class);
                }
            }
        }
    }

    /** The build goes by the constant pool, this by the instructions. */
    @Test
    void namesAllThatIsInternal() throws IOException {
        for (Retrofit retrofit : Remedies.all()) {
            Set<String> used = new TreeSet<>();
            for (String graft : retrofit.grafts().all()) {
                used.addAll(used(graft));
            }
            used.removeIf(use -> retrofit.grafts().all().contains(use.substring(0, use.indexOf(' '))));
            assertThat(needs(retrofit.grafts().all())).as(retrofit.remedy().name()).containsAll(used);
        }
    }

    private static Set<String> used(String graft) throws IOException {
        Set<String> used = new TreeSet<>();
        try (InputStream in = NeedsTest.class.getClassLoader().getResourceAsStream(graft + ".class")) {
            new ClassReader(in).accept(new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                    return new MethodVisitor(Opcodes.ASM9) {
                        @Override
                        public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                            add(owner, called, type);
                        }

                        @Override
                        public void visitFieldInsn(int opcode, String owner, String field, String type) {
                            add(owner, field, type);
                        }

                        private void add(String owner, String member, String type) {
                            if (owner.startsWith("jdk/internal/") || owner.startsWith("sun/")) {
                                used.add(owner + " " + member + " " + type);
                            }
                        }
                    };
                }
            }, ClassReader.SKIP_DEBUG);
        }
        return used;
    }
}
