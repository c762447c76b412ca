package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.slipstream.agent.bake.Preview;
import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Test that {@code docs/threads.md} names the threads that Slipstream has, and no others. */
class ThreadsPageTest {
    private static final Path PAGE = ForkedJvm.ROOT.resolve("docs/threads.md");
    private static final String NAME = "slipstream-[a-z][a-z-]*";
    private static final String ENGINE = "META-INF/slipstream/engine/";

    /** Starts the command line: the engine's other classes do not use it. */
    private static final String LAUNCH = ENGINE + "dev/slipstream/agent/launch/";

    /** Returns the first groups of all matches in the page. */
    private static Set<String> inPage(String pattern) throws IOException {
        return found(pattern, Files.readString(PAGE));
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void ofTheEngine() throws IOException {
        Set<String> inCode = new TreeSet<>();
        try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().matches(ENGINE + ".*\\.class") && !entry.getName().startsWith(LAUNCH)) {
                    // A name in a constant pool ends before a byte that is no letter. A file of the library begins with a dot.
                    byte[] bytes = jar.getInputStream(entry).readAllBytes();
                    inCode.addAll(found("(?<!\\.)(" + NAME + ")", new String(bytes, StandardCharsets.ISO_8859_1)));
                }
            }
        }
        assertThat(inPage("`(" + NAME + ")`")).isEqualTo(inCode).hasSizeGreaterThan(10);
    }

    @Test
    void ofTheCommandLine() throws IOException {
        Set<String> inCode = new TreeSet<>();
        for (JavaClass type : new ClassFileImporter().importPackages("dev.slipstream.cli", "dev.slipstream.diagnose")) {
            try (InputStream in = ThreadsPageTest.class.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
                ClassNode read = new ClassNode();
                new ClassReader(in).accept(read, 0);
                read.methods.stream().flatMap(ThreadsPageTest::named).forEach(inCode::add);
            }
        }
        assertThat(inPage("(?m)^\\| `((?!slipstream)[a-z ,]+)` \\|")).isEqualTo(inCode);
    }

    /** Returns the constants that a method gives to new threads as names. A thread has no other name, and none that is made later. */
    private static Stream<String> named(MethodNode method) {
        return Stream.of(method.instructions.toArray())
                .flatMap(each -> each instanceof MethodInsnNode call ? name(call) : Stream.of());
    }

    private static Stream<String> name(MethodInsnNode call) {
        if (!call.owner.equals("java/lang/Thread")
                || !call.name.matches("<init>|of(Platform|Virtual)|startVirtualThread")) {
            return Stream.of();
        }
        assertThat(call.name + call.desc).isEqualTo("<init>(Ljava/lang/Runnable;Ljava/lang/String;)V");
        AbstractInsnNode name = call.getPrevious();
        assertThat(name).isInstanceOf(LdcInsnNode.class);
        return Stream.of(((LdcInsnNode) name).cst.toString());
    }

    /** The recorder sees threads that end soon as well. */
    @OnEveryJdk
    void ofAJvmInWhichAllRemediesWork(TestJdk jdk, @TempDir Path folder) throws Exception {
        Path recording = folder.resolve("threads.jfr");
        // With a fixed capacity, text has no thread.
        String options = Programs.OPTIONS.replace("text.capacity=64,", "");
        Set<String> last;
        try (Running jvm = Programs.on(jdk).with(Programs.JVM_OPTIONS)
                .with("-XX:StartFlightRecording:filename=" + recording, "-Xlog:jfr*=off").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).as("once the recording has begun").isEmpty();
            jvm.request(options);
            assertThat(Programs.works(jvm)).isEqualTo(Programs.allWork(jdk).replace(" text", ""));
            last = found("(" + NAME + ")", jvm.ask("threads"));
            jvm.endInput();
        }
        Set<String> staying = inPage("(?m)^\\| `(" + NAME + ")` \\|.*\\| with the remedy");
        assertThat(last).isEqualTo(planned(jdk, options)).isSubsetOf(staying);
        if (Programs.remedies(jdk).containsAll(Remedies.names())) {
            assertThat(last).isEqualTo(staying);
        }
        Set<String> seen = new TreeSet<>(last);
        for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
            if (event.getEventType().getName().equals("jdk.ThreadStart")) {
                seen.addAll(found("(" + NAME + ")", String.valueOf(event.getThread("thread").getJavaName())));
            }
        }
        assertThat(inPage("`(" + NAME + ")`")).containsAll(seen);
        assertThat(seen).contains("slipstream-warm-up").hasSizeGreaterThan(last.size() + 2);
    }

    /** Returns the threads of the remedies that this JDK can have. */
    private static Set<String> planned(TestJdk jdk, String options) throws IOException {
        return Preview.of(jdk.home(), Remedies.vocabulary().parse(options)).values().stream()
                .flatMap(change -> change.threads().stream()).collect(Collectors.toCollection(TreeSet::new));
    }
}
