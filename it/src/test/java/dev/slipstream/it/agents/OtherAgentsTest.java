package dev.slipstream.it.agents;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test with agents that are common in production, before and after Slipstream, on several JDKs: which remedies work, by their
 * effect. Agents that can be attached are, too, to a JVM in which all remedies have worked. The expected result is the table in {@code docs/company.md}. If the result differs, the new table is in
 * {@code it/target/company.md}.
 */
@Tag("long")
class OtherAgentsTest {
    private static final Path JARS = ForkedJvm.ROOT.resolve("examples/target/company");
    private static final Path FLEET = ForkedJvm.ROOT.resolve("examples/target/fleet");
    private static final Path PAGE = ForkedJvm.ROOT.resolve("docs/company.md");
    private static final Path FOUND = ForkedJvm.ROOT.resolve("it/target/company.md");
    private static final List<Integer> RELEASES = List.of(17, 21, 25, 28);
    /** The time after which an edit that an agent has dropped must be back, or the remedy lost. */
    private static final long SETTLE_MILLIS = 1_500;

    private static final String JAVA_AGENT = "-javaagent:";
    private static final String MOCKED = "0 null";
    private static final String NOT_RUN = "the agent does not run";

    /** How an agent is loaded. */
    private enum Order {
        AFTER("Slipstream first"),
        BEFORE("Slipstream last"),
        ATTACHED("attached later");

        private final String words;

        Order(String words) {
            this.words = words;
        }
    }

    @TempDir
    private Path folder;

    /** Returns the agents by name, each with the options that load it and keep it from calling home. */
    private Map<String, List<String>> agents() throws IOException {
        Map<String, List<String>> agents = new LinkedHashMap<>();
        agents.put("OpenTelemetry", List.of(JAVA_AGENT + FLEET.resolve("opentelemetry-javaagent.jar"),
                "-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none",
                "-Dotel.javaagent.logging=none"));
        agents.put("Datadog", List.of(agent("datadog"), "-Ddd.trace.startup.logs=false", "-Ddd.remote_config.enabled=false",
                "-Ddd.instrumentation.telemetry.enabled=false", "-Ddatadog.slf4j.simpleLogger.defaultLogLevel=off"));
        agents.put("Elastic", List.of(agent("elastic"), "-Delastic.apm.log_level=OFF", "-Delastic.apm.service_name=works",
                "-Delastic.apm.server_url=http://127.0.0.1:1"));
        agents.put("BlockHound", List.of(agent("blockhound"), "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:+AllowRedefinitionToAddDeleteMethods"));
        agents.put("JaCoCo", List.of(agent("jacoco") + "=output=none"));
        agents.put("Mockito, inline", List.of(agent("mockito")));
        agents.put("coroutines debugger", List.of(agent("coroutines")));
        agents.put("Prometheus JMX exporter", List.of(JAVA_AGENT + FLEET.resolve("jmx-exporter.jar") + "=127.0.0.1:"
                + "0:" + ForkedJvm.ROOT.resolve("examples/fleet/jmx-exporter.yml")));
        agents.put("AspectJ weaver", List.of(agent("aspectj")));
        agents.put("async-profiler",
                List.of("-agentpath:" + profiler() + "=start,event=wall,file=" + folder.resolve("wall.jfr")));
        return agents;
    }

    private static String agent(String name) {
        return JAVA_AGENT + JARS.resolve(name + ".jar");
    }

    /** Extracts the library for this machine from async-profiler's jar. */
    private Path profiler() throws IOException {
        String machine = System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
        Path library = folder.resolve("libasyncProfiler.so");
        try (FileSystem jar = FileSystems.newFileSystem(JARS.resolve("async-profiler.jar"))) {
            try (Stream<Path> files = Files.walk(jar.getPath("/"))) {
                Path found = files.filter(file -> file.toString().contains(machine) && file.toString().endsWith(".so"))
                        .findFirst().orElseThrow();
                Files.copy(found, library, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return library;
    }

    @Test
    void everyRemedyThatSaysSoWorks() throws Exception {
        List<TestJdk> jdks = TestJdk.all().stream().filter(jdk -> RELEASES.contains(jdk.feature())).toList();
        List<String> table = new ArrayList<>();
        table.add("| agent | order |" + String.join("", jdks.stream().map(jdk -> " " + jdk.feature() + " |").toList()));
        table.add("|---|---|" + "---|".repeat(jdks.size()));
        for (Map.Entry<String, List<String>> agent : agents().entrySet()) {
            for (Order order : Order.values()) {
                if (order != Order.ATTACHED || canBeAttached(agent.getValue())) {
                    StringBuilder row = new StringBuilder("| " + agent.getKey() + " | " + order.words + " |");
                    for (TestJdk jdk : jdks) {
                        row.append(' ').append(outcome(jdk, agent.getValue(), order)).append(" |");
                    }
                    table.add(row.toString());
                }
            }
        }
        Files.createDirectories(FOUND.getParent());
        Files.write(FOUND, table);
        assertThat(Files.readAllLines(PAGE)).as("found: %s", FOUND).containsSubsequence(table);
    }

    private static boolean canBeAttached(List<String> agent) throws IOException {
        String option = agent.get(0);
        if (!option.startsWith(JAVA_AGENT)) {
            return true;
        }
        try (JarFile jar = new JarFile(path(option))) {
            return jar.getManifest().getMainAttributes().getValue("Agent-Class") != null;
        }
    }

    /** Returns the path in an option that loads an agent. */
    private static String path(String option) {
        return option.substring(option.indexOf(':') + 1).replaceFirst("=.*", "");
    }

    private static void attach(Running jvm, String option) throws Exception {
        String options = option.contains("=") ? option.substring(option.indexOf('=') + 1) : "";
        if (option.startsWith(JAVA_AGENT)) {
            jvm.load(Path.of(path(option)), options);
        } else {
            jvm.loadNative(Path.of(path(option)), options);
        }
    }

    private static String outcome(TestJdk jdk, List<String> agent, Order order) throws Exception {
        List<String> settings = agent.subList(1, agent.size());
        try (Running jvm = start(jdk, order == Order.ATTACHED ? settings : agent)) {
            jvm.ask("threads");
            if (order == Order.ATTACHED) {
                attach(jvm, agent.get(0));
                jvm.ask("threads");
            }
        } catch (IOException | AssertionError | AgentInitializationException | AgentLoadException e) {
            return NOT_RUN;
        }
        List<String> ours = List.of(JAVA_AGENT + ForkedJvm.JAR + "=" + Programs.OPTIONS);
        List<String> options = switch (order) {
            case AFTER -> Stream.concat(ours.stream(), agent.stream()).toList();
            case BEFORE -> Stream.concat(agent.stream(), ours.stream()).toList();
            case ATTACHED -> Stream.concat(ours.stream(), settings.stream()).toList();
        };
        try (Running jvm = start(jdk, options)) {
            Programs.works(jvm);
            if (order == Order.ATTACHED) {
                attach(jvm, agent.get(0));
            }
            return outcome(jdk, jvm, agent.contains(agent("mockito")));
        } catch (IOException | AssertionError e) {
            return "**the JVM does not run**";
        }
    }

    /** Waits, since some agents work later, and compares the remedies that work with those that say so. */
    private static String outcome(TestJdk jdk, Running jvm, boolean mocks) throws Exception {
        String mocked = mocks ? jvm.ask("call Mocks all") : MOCKED;
        if (!mocked.equals(MOCKED)) {
            return "**mocks give** " + mocked;
        }
        Thread.sleep(SETTLE_MILLIS);
        String works = Programs.works(jvm);
        String says = String.join(" ", Programs.active(jvm.status()));
        return !works.equals(says) ? "**only** " + works + ", says " + says
                : works.equals(Programs.allWork(jdk)) ? "all work" : "only " + works;
    }

    private static Running start(TestJdk jdk, List<String> options) throws IOException {
        String classPath = String.join(File.pathSeparator, Programs.CLASS_PATH, JARS + "/blockhound.jar", JARS + "/mockito.jar",
                JARS + "/byte-buddy.jar", JARS + "/byte-buddy-agent.jar");
        return Programs.on(jdk).classesAt(classPath).with(Programs.JVM_OPTIONS)
                .with("-XX:+EnableDynamicAgentLoading").with(options.toArray(String[]::new)).start(Programs.CONSOLE);
    }
}
