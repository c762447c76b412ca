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

/** This JVM's footprint. For {@link Console}. */
public final class Footprint {
    private static final int COLLECTIONS = 4;

    private Footprint() {}

    /**
     * Returns the kind of a class. After the transformation of a class, the JVM links every lambda of it once more, through a class
     * that stays. It makes what their method handles need once these have been called for a while.
     */
    private static String kind(String name) {
        if (name.contains("slipstream") && !name.contains(".it.program.")) {
            return "ours";
        }
        return name.startsWith("java.lang.invoke.LambdaForm") || name.startsWith("java.lang.VirtualThread$$Lambda")
                || name.startsWith("java.lang.management.ManagementFactory$$Lambda") ? "linked" : "classes";
    }

    /**
     * Returns numbers by name, after a collection: other classes, classes of Slipstream, classes that the JVM makes when it links,
     * and kilobytes of the heap, of metaspace and of resident memory.
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

    /** Returns the names of all Java threads, except those of the load, which come and go. */
    public static String threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> !name.matches("Thread-\\d+|job-\\d+|ForkJoinPool-\\d+-worker-\\d+|.*Unparker.*"))
                .collect(Collectors.toCollection(TreeSet::new)).toString();
    }

    /** Returns the names of the carriers, except those of the default scheduler. */
    public static String carriers() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith("ForkJoinPool-") && !name.startsWith("ForkJoinPool-1-")).sorted()
                .toList().toString();
    }

    /** Returns the targets of open descriptors, except those of the load, and how often each is open. */
    public static String files() throws IOException {
        Map<String, Integer> open = new TreeMap<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    String target = Files.readSymbolicLink(descriptor).toString().replaceAll("\\[\\d+\\]|/\\d+/", "");
                    if (!target.contains("costs") && !target.contains("fd")) {
                        open.merge(target, 1, Integer::sum);
                    }
                } catch (IOException closed) {
                    continue;
                }
            }
        }
        return open.toString();
    }

    /** Returns the mapped files. */
    public static String mappings() throws IOException {
        List<String> maps = Files.readAllLines(Path.of("/proc/self/maps"));
        return maps.stream().map(line -> line.split("\\s+")).filter(words -> words.length > 5 && words[5].startsWith("/"))
                .map(words -> words[5]).collect(Collectors.toCollection(TreeSet::new)).toString();
    }

    /** Returns the files in the folder for temporary files. */
    public static String temporary() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.map(file -> file.getFileName().toString().replaceAll("costs\\d+", "costs"))
                    .collect(Collectors.toCollection(TreeSet::new)).toString();
        }
    }
}
