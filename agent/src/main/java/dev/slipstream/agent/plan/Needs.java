package dev.slipstream.agent.plan;

import dev.slipstream.agent.rewrite.NotThere;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What the grafts use of the JDK beyond the API of Java SE 17. The build derives the list from their class files. Safe for use by
 * several threads.
 */
public final class Needs {
    private static final String REMOVAL = "removal";

    private static String list;

    private Needs() {
    }

    /**
     * Checks that a JDK has all that the grafts use.
     *
     * @param grafts internal names
     * @param removal whether to check API that is deprecated for removal, too; a graft that uses such API asks first
     * @throws NotThere if something is missing
     */
    public static void check(Jdk jdk, List<String> grafts, boolean removal) {
        String all = list();
        for (String graft : grafts) {
            int at = all.indexOf("\n".concat(graft).concat("\n"));
            if (at < 0) {
                throw new IllegalStateException("no list of what " + graft + " needs");
            }
            at += graft.length() + 2;
            while (at < all.length() && all.charAt(at) == ' ') {
                int end = all.indexOf('\n', at);
                check(jdk, all.substring(at + 1, end).split(" "), removal);
                at = end + 1;
            }
        }
    }

    private static void check(Jdk jdk, String[] need, boolean removal) {
        if (!removal && need[need.length - 1].equals(REMOVAL)) {
            return;
        }
        if (need.length > 2) {
            jdk.need(need[0], need[1], need[2]);
        } else if (!jdk.has(need[0])) {
            throw new NotThere("class ".concat(need[0]));
        }
    }

    private static synchronized String list() {
        if (list == null) {
            try (InputStream in = Needs.class.getClassLoader().getResourceAsStream("needs.txt")) {
                if (in == null) {
                    throw new IllegalStateException("the jar lacks needs.txt");
                }
                list = "\n".concat(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return list;
    }
}
