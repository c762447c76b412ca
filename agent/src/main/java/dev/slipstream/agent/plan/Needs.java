package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.NotThere;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JDK members that the grafts use beyond the Java SE 17 API. The build derives the list from the grafts' class files. Thread-safe.
 */
public final class Needs {
    private static final String REMOVAL = "removal";

    private static @Nullable Map<String, List<String>> all;

    private Needs() {}

    /**
     * Checks that a JDK has everything the grafts use.
     *
     * @param grafts internal names
     * @param removal whether to check API deprecated for removal as well; a graft that uses such API tests for it first
     * @throws NotThere if something is missing
     */
    public static void check(JdkView jdk, List<String> grafts, boolean removal) {
        Map<String, List<String>> all = all();
        for (String graft : grafts) {
            List<String> needs = all.get(graft);
            if (needs == null) {
                throw new IllegalStateException("no list of what " + graft + " needs");
            }
            for (String need : needs) {
                check(jdk, need.split(" "), removal);
            }
        }
    }

    private static void check(JdkView jdk, String[] need, boolean removal) {
        if (!removal && need[need.length - 1].equals(REMOVAL)) {
            return;
        }
        if (need.length > 2) {
            jdk.need(need[0], need[1], need[2]);
        } else if (!jdk.has(need[0])) {
            throw new NotThere("class ".concat(need[0]));
        }
    }

    private static synchronized Map<String, List<String>> all() {
        if (all == null) {
            try (InputStream in = OwnFiles.open("needs.txt")) {
                all = parse(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return all;
    }

    /** Parses in a single pass: text search is slow in a cold JVM. */
    private static Map<String, List<String>> parse(String text) {
        Map<String, List<String>> needs = new HashMap<>();
        List<String> current = List.of();
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            if (text.charAt(start) == ' ') {
                current.add(text.substring(start + 1, end));
            } else {
                current = new ArrayList<>();
                needs.put(text.substring(start, end), current);
            }
            start = end + 1;
        }
        return needs;
    }
}
