package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.Capture;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceClassVisitor;
import org.objectweb.asm.util.TraceMethodVisitor;

/** Test that an active remedy changes only method bodies in the JDK's classes, and that nothing differs after a detach. */
@OnStockOnly("looks at classes that are rewritten at run time")
class OnlyBodiesTest {
    private static final String THREAD = "java/lang/Thread";

    @TempDir
    private Path folder;

    @OnEveryJdk(from = 21, core = "retrofits")
    void ofVirtualThread(TestJdk jdk) throws Exception {
        try (Running jvm = start(jdk)) {
            byte[] before = bytes(jvm, "now " + Scratch.VIRTUAL_THREAD);
            jvm.request("pinning");
            byte[] active = bytes(jvm, "latest " + Scratch.VIRTUAL_THREAD);
            jvm.request("!detach");
            byte[] after = bytes(jvm, "latest " + Scratch.VIRTUAL_THREAD);

            assertThat(after).isEqualTo(before);
            Set<String> edited = differences(before, active);
            assertThat(edited).hasSize(3)
                    .contains("parkOnCarrierThread(ZJ)V", "start(Ljdk/internal/vm/ThreadContainer;)V")
                    .anyMatch(name -> name.contains("createDefaultScheduler"));
        }
    }

    @OnEveryJdk(core = "retrofits")
    void ofThread(TestJdk jdk) throws Exception {
        try (Running jvm = start(jdk)) {
            byte[] before = settled(jvm, THREAD);
            jvm.request("naming");
            byte[] active = bytes(jvm, "latest " + THREAD);
            jvm.request("!detach");
            byte[] after = bytes(jvm, "latest " + THREAD);

            assertThat(after).isEqualTo(before);
            assertThat(differences(before, active)).containsExactly("setName(Ljava/lang/String;)V");
        }
    }

    /** Each of the two remedies withdraws its own edits only. */
    @OnEveryJdk(from = 21)
    void ofThreadForTwo(TestJdk jdk) throws Exception {
        try (Running jvm = start(jdk)) {
            byte[] before = settled(jvm, THREAD);
            jvm.request("priority,naming");
            assertThat(differences(before, bytes(jvm, "latest " + THREAD))).containsExactlyInAnyOrder(
                    "setName(Ljava/lang/String;)V", "setPriority(I)V", "start()V", "start(Ljdk/internal/vm/ThreadContainer;)V");
            jvm.request("priority");
            assertThat(differences(before, bytes(jvm, "latest " + THREAD))).containsExactlyInAnyOrder(
                    "setPriority(I)V", "start()V", "start(Ljdk/internal/vm/ThreadContainer;)V");
            jvm.request("!detach");
            assertThat(bytes(jvm, "latest " + THREAD)).isEqualTo(before);
        }
    }

    @OnEveryJdk(from = 21, core = "retrofits")
    void ofSharedSession(TestJdk jdk) throws Exception {
        String session = "jdk/internal/foreign/SharedSession";
        try (Running jvm = start(jdk)) {
            byte[] before = settled(jvm, session);
            jvm.request("arenas");
            byte[] active = bytes(jvm, "latest " + session);
            jvm.request("!detach");
            byte[] after = bytes(jvm, "latest " + session);

            assertThat(after).isEqualTo(before);
            assertThat(differences(before, active)).containsExactlyInAnyOrder("acquire0()V", "release0()V", "justClose()V");
        }
    }

    @OnEveryJdk(core = "retrofits")
    void ofFileInputStream(TestJdk jdk) throws Exception {
        String stream = "java/io/FileInputStream";
        try (Running jvm = start(jdk)) {
            byte[] before = settled(jvm, stream);
            jvm.request("buffering");
            byte[] active = bytes(jvm, "latest " + stream);
            // Other agents may retransform the class any number of times.
            assertThat(bytes(jvm, "now " + stream)).isEqualTo(active);
            jvm.request("!detach");
            byte[] after = bytes(jvm, "latest " + stream);

            assertThat(after).isEqualTo(before);
            assertThat(differences(before, active)).contains("open(Ljava/lang/String;)V", "read()I", "read([BII)I", "skip(J)J",
                    "close()V", "getFD()Ljava/io/FileDescriptor;").hasSizeBetween(11, 12);
        }
    }

    @OnEveryJdk(core = "retrofits")
    void ofStringBuilder(TestJdk jdk) throws Exception {
        String builder = "java/lang/StringBuilder";
        try (Running jvm = start(jdk)) {
            byte[] before = settled(jvm, builder);
            jvm.request("text,text.capacity=48");
            byte[] active = bytes(jvm, "latest " + builder);
            jvm.request("!detach");
            byte[] after = bytes(jvm, "latest " + builder);

            assertThat(after).isEqualTo(before);
            assertThat(differences(before, active)).containsExactly("<init>()V");
        }
    }

    @OnEveryJdk(from = 21)
    void ofWhatTheAgentListensTo(TestJdk jdk) throws Exception {
        onlyCallsFirst(jdk, "java/lang/management/ManagementFactory", "getPlatformMBeanServer()Ljavax/management/MBeanServer;");
        onlyCallsFirst(jdk, "jdk/internal/vm/VMSupport", "serializeAgentPropertiesToByteArray()[B");
        onlyCallsFirst(jdk, "sun/instrument/InstrumentationImpl", "retransformClasses([Ljava/lang/Class;)V",
                "redefineClasses([Ljava/lang/instrument/ClassDefinition;)V");
    }

    private void onlyCallsFirst(TestJdk jdk, String type, String... methods) throws Exception {
        try (Running jvm = start(jdk)) {
            byte[] before = bytes(jvm, "now " + type);
            jvm.request("pinning");
            byte[] active = bytes(jvm, "latest " + type);
            jvm.request("!detach");
            byte[] after = bytes(jvm, "latest " + type);

            assertThat(after).isEqualTo(before);
            assertThat(differences(before, active)).containsExactlyInAnyOrder(methods);
        }
    }

    /** Starts a JVM with our agent first, without a remedy, since the second agent captures the edits of those before it. */
    private Running start(TestJdk jdk) throws Exception {
        return Programs.on(jdk).withAgent("none,quiet")
                .with("-javaagent:" + Scratch.agentJar(Capture.class, folder))
                .with("-XX:+EnableDynamicAgentLoading")
                .start(Programs.CONSOLE);
    }

    /** Returns the class file that the JVM shows from the second time on. JDK 17 shows another one at first, without any change. */
    private static byte[] settled(Running jvm, String type) throws Exception {
        bytes(jvm, "now " + type);
        byte[] second = bytes(jvm, "now " + type);
        assertThat(bytes(jvm, "now " + type)).isEqualTo(second);
        return second;
    }

    private static byte[] bytes(Running jvm, String question) throws Exception {
        return Base64.getDecoder().decode(jvm.ask(question));
    }

    /** Returns the methods whose code differs, and checks that all else is equal. */
    private static Set<String> differences(byte[] before, byte[] after) {
        assertThat(version(after)).isEqualTo(version(before));
        Map<String, List<String>> codeBefore = methods(before);
        Map<String, List<String>> codeAfter = methods(after);
        assertThat(List.copyOf(codeAfter.keySet())).isEqualTo(List.copyOf(codeBefore.keySet()));
        Set<String> differing = new HashSet<>();
        codeBefore.forEach((name, code) -> {
            if (!code.equals(codeAfter.get(name))) {
                differing.add(name);
            }
        });
        assertThat(textWithoutCode(after)).isEqualTo(textWithoutCode(before));
        return differing;
    }

    private static List<Byte> version(byte[] classFile) {
        return List.of(classFile[4], classFile[5], classFile[6], classFile[7]);
    }

    private static Map<String, List<String>> methods(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(Scratch.readable(classFile)).accept(node, 0);
        Map<String, List<String>> methods = new TreeMap<>();
        for (MethodNode method : node.methods) {
            Textifier text = new Textifier();
            method.accept(new TraceMethodVisitor(text));
            List<String> lines = new ArrayList<>();
            text.getText().forEach(line -> lines.add(line.toString()));
            methods.put(method.name + method.desc, lines);
        }
        return methods;
    }

    /** Returns all but the code: flags, fields, signatures, annotations, attributes, nest, inner classes. */
    private static String textWithoutCode(byte[] classFile) {
        StringWriter text = new StringWriter();
        new ClassReader(Scratch.readable(classFile))
                .accept(new TraceClassVisitor(null, new Textifier(), new PrintWriter(text)), ClassReader.SKIP_CODE);
        return text.toString();
    }
}
