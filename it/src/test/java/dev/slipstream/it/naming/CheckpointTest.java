package dev.slipstream.it.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/** Test that the agent does not prevent a checkpoint, with a stand-in for CRaC's module. */
class CheckpointTest {
    private static final Map<String, String> CRAC = Map.of(
            "module-info", "module jdk.crac { exports jdk.crac; }",
            "jdk/crac/Resource", "package jdk.crac; public interface Resource {"
                    + " void beforeCheckpoint(Context<? extends Resource> context) throws Exception;"
                    + " void afterRestore(Context<? extends Resource> context) throws Exception; }",
            "jdk/crac/Context", "package jdk.crac; public abstract class Context<R extends Resource> implements Resource {"
                    + " public abstract void register(R resource); }",
            "jdk/crac/Core", """
                    package jdk.crac;
                    public class Core {
                        private static final java.util.Map<Resource, Boolean> ALL = new java.util.WeakHashMap<>();
                        private static final Context<Resource> GLOBAL = new Context<>() {
                            public void register(Resource resource) { ALL.put(resource, true); }
                            public void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
                                for (Resource each : ALL.keySet()) { each.beforeCheckpoint(this); } }
                            public void afterRestore(Context<? extends Resource> context) throws Exception {
                                for (Resource each : ALL.keySet()) { each.afterRestore(this); } }
                        };
                        public static Context<Resource> getGlobalContext() { return GLOBAL; }
                        public static void checkpoint(Runnable meanwhile) throws Exception {
                            System.gc();
                            GLOBAL.beforeCheckpoint(null);
                            meanwhile.run();
                            GLOBAL.afterRestore(null);
                        }
                    }
                    """);

    @OnEveryJdk
    void nameFilesAreClosedMeanwhile(TestJdk jdk, @TempDir Path folder) throws Exception {
        compile(folder);
        ForkedJvm target = Programs.on(jdk).with("--module-path", folder.toString(), "--add-modules", "jdk.crac")
                .withAgent("naming,quiet");
        try (Running jvm = target.start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call naming.Checkpoint make")).isEqualTo("1 0 1 after19");
            assertThat(jvm.ask("call naming.Checkpoint make")).isEqualTo("1 0 1 after19");
            assertThat(jvm.ask("threads")).contains("slipstream-naming");
            assertThat(jvm.err()).isEmpty();
        }
    }

    private static void compile(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Source> sources = CRAC.entrySet().stream().map(each -> new Source(each.getKey(), each.getValue())).toList();
        assertThat(compiler.getTask(null, null, null, List.of("-d", folder.toString(), "--release", "17"), null, sources).call())
                .isTrue();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + JavaFileObject.Kind.SOURCE.extension), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignored) {
            return text;
        }
    }
}
