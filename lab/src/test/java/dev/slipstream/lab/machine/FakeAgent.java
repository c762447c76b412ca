package dev.slipstream.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.management.JMException;
import javax.management.ObjectName;

/** An agent with beans such as Slipstream's, whose packaged jar is not there yet when this module is built. */
public final class FakeAgent {
    private FakeAgent() {}

    /** A remedy. */
    public interface RemedyMXBean {
        /** Its state. */
        String getState();

        /** Why. */
        String getReason();
    }

    /** A remedy that says what it is told. */
    public record Remedy(String state, String reason) implements RemedyMXBean {
        @Override
        public String getState() {
            return state;
        }

        @Override
        public String getReason() {
            return reason;
        }
    }

    /** Called by the JVM. */
    public static void premain(String options) throws JMException, InterruptedException {
        if (options.contains("crash")) {
            System.err.println("something is wrong");
            Runtime.getRuntime().halt(134);
        }
        if (options.contains("hang")) {
            Thread.sleep(60_000);
        }
        System.out.println("not a line\tof ours");
        add("good", new Remedy("active", ""));
        add("bad", new Remedy("declined", options + "\nis\tnot known"));
        if (options.contains("late")) {
            Thread later = new Thread(FakeAgent::addLate);
            later.setDaemon(true);
            later.start();
        }
    }

    /** Longer than a program waits that takes the first beans for all of them. */
    private static void addLate() {
        try {
            Thread.sleep(3_000);
            add("late", new Remedy("active", ""));
        } catch (JMException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void add(String name, Remedy remedy) throws JMException {
        ManagementFactory.getPlatformMBeanServer()
                .registerMBean(remedy, new ObjectName("dev.slipstream:type=Remedy,name=" + name));
    }

    static Path jar(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", FakeAgent.class.getName());
        Path jar = folder.resolve("agent.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Class<?> type : new Class<?>[] {FakeAgent.class, RemedyMXBean.class, Remedy.class}) {
                String name = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
                    in.transferTo(out);
                }
            }
        }
        return jar;
    }
}
