package dev.slipstream.it.program;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this JVM holds, for {@link Console}. */
public final class Footprint {
    private static final int COLLECTIONS = 4;

    private Footprint() {
    }

    /**
     * A JVM links every lambda of a class once more after the class was transformed, by a class that stays; and what its method
     * handles need it makes when they have been called for a while.
     */
    private static String kind(String name) {
        if (name.contains("slipstream") && !name.contains(".it.program.")) {
            return "ours";
        }
        return name.startsWith("java.lang.invoke.LambdaForm") || name.startsWith("java.lang.VirtualThread$$Lambda")
                || name.startsWith("java.lang.management.ManagementFactory$$Lambda") ? "linked" : "classes";
    }

    /**
     * Numbers by name: classes, those that are ours, and those that the JVM makes when it links; and kilobytes of the heap, of
     * metaspace and of memory in all, after a collection.
     */
    public static String numbers() throws Exception {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(50);
        }
        Map<String, Long> numbers = new TreeMap<>();
        for (Class<?> each : Capture.classes()) {
            numbers.merge(kind(each.getName()), 1L, Long::sum);
        }
        numbers.put("heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 10);
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().equals("Metaspace")) {
                numbers.put("metaspace", pool.getUsage().getUsed() >> 10);
            }
        }
        Matcher resident = Pattern.compile("VmRSS:\\s+(\\d+)").matcher(Files.readString(Path.of("/proc/self/status")));
        numbers.put("resident", resident.find() ? Long.parseLong(resident.group(1)) : 0);
        return numbers.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).collect(Collectors.joining(" "));
    }

    /** All threads that Java knows of, by name, but for those of the load that come and go. */
    public static String threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> !name.matches("Thread-\\d+|job-\\d+|ForkJoinPool-\\d+-worker-\\d+|.*Unparker.*"))
                .collect(Collectors.toCollection(TreeSet::new)).toString();
    }

    /** How many carriers of virtual threads, and of what. */
    public static String carriers() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith("ForkJoinPool-") && !name.startsWith("ForkJoinPool-1-")).sorted()
                .toList().toString();
    }

    /** What descriptors are open on, those of the load left out, and with the number of each. */
    public static String files() throws IOException {
        Map<String, Integer> open = new TreeMap<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    String target = Files.readSymbolicLink(descriptor).toString().replaceAll("\\[\\d+\\]|/\\d+/", "");
                    if (!target.contains("costs") && !target.contains("fd")) {
                        open.merge(target, 1, Integer::sum);
                    }
                } catch (IOException closedMeanwhile) {
                    continue;
                }
            }
        }
        return open.toString();
    }

    /** Which files are mapped. */
    public static String mappings() throws IOException {
        List<String> maps = Files.readAllLines(Path.of("/proc/self/maps"));
        return maps.stream().map(line -> line.split("\\s+")).filter(words -> words.length > 5 && words[5].startsWith("/"))
                .map(words -> words[5]).collect(Collectors.toCollection(TreeSet::new)).toString();
    }

    /** What lies in the folder for temporary files. */
    public static String temporary() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.map(file -> file.getFileName().toString().replaceAll("costs\\d+", "costs"))
                    .collect(Collectors.toCollection(TreeSet::new)).toString();
        }
    }
}
