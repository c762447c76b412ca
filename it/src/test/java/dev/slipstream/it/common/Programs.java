package dev.slipstream.it.common;

import dev.slipstream.it.program.Console;
import dev.slipstream.it.program.Works;
import dev.slipstream.it.program.common.Threads;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.pinning.CarrierKeeper;
import dev.slipstream.testkit.Jdk;
import dev.slipstream.testkit.Jvm;
import dev.slipstream.testkit.Running;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** Programs to fork: those of this module and of the lab, which may call the library. */
public final class Programs {
    public static final String PACKAGE = "dev.slipstream.it.program.";
    public static final String CONSOLE = Console.class.getName();
    public static final String CLASS_PATH = String.join(File.pathSeparator, placeOf(Threads.class),
            placeOf(Experiments.class), placeOf(CarrierKeeper.class));

    private Programs() {
    }

    /** Returns the answer of {@link Works} where all remedies that a JDK supports are active. */
    public static String allWork(Jdk jdk) {
        return jdk.hasVirtualThreads() ? "arenas buffering naming pinning priority text" : "buffering naming text";
    }

    /** Returns the remedies whose state is active, in alphabetical order. */
    public static List<String> active(Properties status) {
        return Experiments.remedies().stream()
                .filter(remedy -> status.getProperty("dev.slipstream." + remedy + ".state").startsWith("active")).sorted()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns a JVM for a program. Without the agent, a baked JDK is as the stock JDK. */
    public static Jvm on(Jdk jdk) {
        Jvm jvm = Jvm.on(jdk, CLASS_PATH);
        return jdk.isBaked() ? jvm.withoutAgent("-Dslipstream=none") : jvm;
    }

    /** Returns the line about a detach. */
    public static String detached(Jdk jdk) {
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
