package dev.slipstream.it.program;

import dev.slipstream.it.program.common.Threads;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** Application that answers questions about itself: a line {@code #number question} in, a line {@code #number answer} out. */
public final class Console {
    private Console() {}

    /** Runs until the end of its input. An optional argument names a program to run first. */
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            // The program uses virtual threads; its class is of a later release.
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int space = line.indexOf(' ');
            System.out.println(line.substring(0, space + 1) + answer(line.substring(space + 1)));
        }
        System.exit(0);
    }

    private static String answer(String question) throws Exception {
        String[] words = question.split(" ");
        return switch (words[0]) {
            case "threads" -> Threads.ofSlipstream().stream().map(Thread::getName).sorted().collect(Collectors.joining(","));
            case "servers" -> Integer.toString(MBeanServerFactory.findMBeanServer(null).size());
            case "bean" -> bean(words[1]);
            case "options" -> options(words[1]);
            case "numbers" -> numbers(words[1]);
            case "event" -> EventFields.of(words[1]);
            case "latest" -> encoded(Capture.latest(words[1]));
            case "checksum" -> checksum(Capture.latest(words[1]));
            case "now" -> encoded(Capture.now(words[1]));
            case "call" -> call(words);
            default -> throw new IllegalArgumentException(question);
        };
    }

    private static String encoded(byte[] bytes) {
        return bytes == null ? "none" : Base64.getEncoder().encodeToString(bytes);
    }

    private static String checksum(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return bytes.length + " bytes, CRC " + Long.toHexString(checksum.getValue());
    }

    /** Calls a static method. Words: any, the program, the method, and its argument if it has one. */
    private static String call(String[] words) throws Exception {
        Object[] arguments = Arrays.copyOfRange(words, 3, words.length);
        Class<?>[] types = new Class<?>[arguments.length];
        Arrays.fill(types, String.class);
        Method called = Class.forName("dev.slipstream.it.program." + words[1]).getMethod(words[2], types);
        return String.valueOf(called.invoke(null, arguments));
    }

    private static String bean(String remedy) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("dev.slipstream:type=Remedy,name=" + remedy);
        if (!server.isRegistered(name)) {
            return "none";
        }
        return server.getAttribute(name, "State") + " reason=" + server.getAttribute(name, "Reason")
                + " counters=" + table(server.getAttribute(name, "Counters"))
                + " sites=" + table(server.getAttribute(name, "Sites"));
    }

    private static String options(String remedy) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("dev.slipstream:type=Remedy,name=" + remedy);
        return "since " + server.getAttribute(name, "ActiveSince") + " " + table(server.getAttribute(name, "Options"));
    }

    /** Returns the attributes whose values are numbers, with their descriptions. */
    private static String numbers(String remedy) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("dev.slipstream:type=Remedy,name=" + remedy);
        TreeMap<String, String> numbers = new TreeMap<>();
        for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
            if (server.getAttribute(name, attribute.getName()) instanceof Number) {
                numbers.put(attribute.getName(), attribute.getDescription());
            }
        }
        return numbers.toString();
    }

    private static Map<String, Object> table(Object attribute) {
        TreeMap<String, Object> table = new TreeMap<>();
        for (Object row : ((TabularData) attribute).values()) {
            CompositeData pair = (CompositeData) row;
            table.put((String) pair.get("key"), pair.get("value"));
        }
        return table;
    }
}
