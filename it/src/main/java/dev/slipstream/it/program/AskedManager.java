package dev.slipstream.it.program;

import dev.slipstream.it.program.common.VirtualThreads;
import java.io.FileInputStream;
import java.security.Permission;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Does what asks for Slipstream under a security manager, and prints all that the manager was asked, on any thread. JDK 17 to 23. */
@SuppressWarnings("removal")
public final class AskedManager extends SecurityManager {
    private static final int TIMES = 100;
    private static final int READS = 5_000;
    private static final long WAIT_MILLIS = 2_500;

    private final Set<String> asked = Collections.synchronizedSet(new TreeSet<>());

    private AskedManager() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        try (FileInputStream file = new FileInputStream(System.getProperty("java.home") + "/lib/modules")) {
            AskedManager manager = new AskedManager();
            Thread lower = new Thread(() -> {}, "lower");
            String[] names = new String[TIMES];
            for (int i = 0; i < TIMES; i++) {
                names[i] = "renamed " + i;
            }
            manager.warmUp();
            System.setSecurityManager(manager);
            for (String name : names) {
                Thread.currentThread().setName(name);
            }
            for (int i = 0; i < READS; i++) {
                file.read();
            }
            lower.setPriority(Thread.MIN_PRIORITY);
            lower.start();
            if (VirtualThreads.exist()) {
                VirtualThreads.runPinned(1);
            }
            TimeUnit.MILLISECONDS.sleep(WAIT_MILLIS);
            System.out.println(String.join("\n", manager.asked.toArray(new String[0])));
        }
        // The end asks, too.
        Runtime.getRuntime().halt(0);
    }

    /** Loads and links what the methods below use: that would ask as well, and so call them again. */
    private void warmUp() {
        checkAccess(Thread.currentThread());
        checkAccess(Thread.currentThread().getThreadGroup());
        checkPermission(new RuntimePermission("warm-up"));
        asked.clear();
    }

    @Override
    public void checkAccess(Thread thread) {
        asked.add("access to the thread ".concat(thread.getName().replaceAll("\\d+", "")));
    }

    @Override
    public void checkAccess(ThreadGroup group) {
        asked.add("access to the group ".concat(group.getName()));
    }

    @Override
    public void checkPermission(Permission permission) {
        asked.add(permission.toString());
    }
}
