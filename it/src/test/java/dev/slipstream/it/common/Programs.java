package dev.slipstream.it.common;

import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.it.program.Console;
import dev.slipstream.it.program.common.Threads;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.pinning.CarrierKeeper;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programs to fork: those of this module and of the lab, which may call the library. */
public final class Programs {
    public static final String PACKAGE = "dev.slipstream.it.program.";
    public static final String CONSOLE = Console.class.getName();
    public static final String CLASS_PATH = String.join(File.pathSeparator, placeOf(Threads.class),
            placeOf(Experiments.class), placeOf(CarrierKeeper.class));

    /** Options of a JVM that shows which remedies work. With one carrier, a park that holds it blocks all virtual threads. */
    @SuppressWarnings("MutablePublicArray")
    public static final String[] JVM_OPTIONS = {"-Djdk.virtualThreadScheduler.parallelism=1",
        "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.vm=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED"};

    /** Options of the agent that activate all remedies, as {@link #works} needs them. */
    public static final String OPTIONS = options(Experiments.remedies());

    private Programs() {}

    /** Returns such options for some remedies. Names are published late, and a builder gets a capacity that no JDK gives it. */
    public static String options(List<String> remedies) {
        return String.join(",", remedies) + ",naming.interval=1000,text.capacity=64,quiet";
    }

    /** Returns the names of the remedies that a JDK supports, in alphabetical order. */
    public static List<String> remedies(TestJdk jdk) {
        return remedies(jdk, any -> true);
    }

    /** Returns the names of some of them. */
    public static List<String> remedies(TestJdk jdk, Predicate<Retrofit> which) {
        return Remedies.all().stream().filter(each -> each.remedy().since() <= jdk.feature()).filter(which)
                .map(each -> each.remedy().name()).sorted().toList();
    }

    /** Returns the answer of {@link #works} where all remedies that a JDK supports are active. */
    public static String allWork(TestJdk jdk) {
        return String.join(" ", remedies(jdk));
    }

    /**
     * Tries out in a JVM which remedies work, each by its effect and not by its own report: by the program {@code <Name>Works}
     * in the package of the remedy. The JVM needs {@link #JVM_OPTIONS} and the agent's {@link #OPTIONS}. May be called any
     * number of times.
     */
    public static String works(Running jvm) throws Exception {
        return works(jvm, any -> true);
    }

    /** Tries out all but {@code arenas}: it takes two processors ten seconds to find that that one does not work. */
    public static String othersWork(Running jvm) throws Exception {
        return works(jvm, remedy -> !remedy.name().equals("arenas"));
    }

    private static String works(Running jvm, Predicate<Remedy> which) throws Exception {
        Set<String> works = new TreeSet<>();
        for (Remedy remedy : Remedies.all().stream().map(Retrofit::remedy).filter(which).toList()) {
            if (jvm.ask("call " + partOf(remedy) + "Works works").equals("true")) {
                works.add(remedy.name());
            }
        }
        return String.join(" ", works);
    }

    /** Returns what the names of a remedy's programs begin with, such as {@code naming.Naming}. */
    private static String partOf(Remedy remedy) {
        return remedy.name() + "." + remedy.label();
    }

    /** Returns the names that {@code Faults} take, of all remedies that a JDK supports. */
    public static List<String> faults(TestJdk jdk) {
        return Remedies.all().stream().map(Retrofit::remedy).filter(remedy -> remedy.since() <= jdk.feature())
                .map(Programs::partOf).toList();
    }

    /** Returns the remedies whose state is active, in alphabetical order. */
    public static List<String> active(Properties status) {
        return Experiments.remedies().stream()
                .filter(remedy -> status.getProperty("dev.slipstream." + remedy + ".state").startsWith("active")).sorted()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns a JVM for a program. Without the agent, a baked JDK is as the stock JDK. */
    public static ForkedJvm on(TestJdk jdk) {
        ForkedJvm jvm = ForkedJvm.on(jdk, CLASS_PATH);
        return jdk.isBaked() ? jvm.withoutAgent("-Dslipstream=none") : jvm;
    }

    /** Packs the programs that run on any JDK. HotSpot accepts no folders on the class path of an archive. */
    public static Path jar(Path folder) throws IOException {
        Path jar = folder.resolve("programs.jar");
        Path classes = Path.of(CLASS_PATH.split(File.pathSeparator)[0]);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar)); Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
    }

    /** Returns the line about a detach. */
    public static String detached(TestJdk jdk) {
        return "slipstream: detached, " + (jdk.isBaked() ? "all remedies are off" : "the JDK's own methods are back");
    }

    /** Waits until the engine has registered its beans, which takes a thread of its own a second after the start. */
    public static void awaitBeans(Running jvm) throws Exception {
        jvm.waitUntil("the end of slipstream-beans", () -> !jvm.ask("threads").contains("slipstream-beans"));
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
