package dev.slipstream.it.program.priority;

import java.util.Map;
import java.util.TreeMap;

/** Threads of several priorities that sleep until the input ends. Some of their names look like other threads in a dump. */
public final class Prioritised {
    /** Name that looks like the beginning of another thread in a dump. */
    public static final String FORGED = "forged\" #99 prio=10 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x00007f0000000000 nid=1"
            + " runnable  [0x0]\n   java.lang.Thread.State: RUNNABLE\n\n\"again";

    /** Priorities by name. */
    public static final Map<String, Integer> PRIORITIES = new TreeMap<>(Map.of(
            "low", 1, "normal", 5, "high", 10, "two\nlines", 3, "prio=9 nid=1", 5, "say \"hi\" #5 prio=9 tid=0x1 nid=1 ", 7,
            FORGED, 6, "na\u00efve", 2));

    private Prioritised() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        PRIORITIES.forEach((name, priority) -> {
            Thread thread = new Thread(Prioritised::sleep, name);
            thread.setDaemon(true);
            thread.setPriority(priority);
            thread.start();
        });
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // Waits for the end.
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException ended) {
            return;
        }
    }
}
