package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.NativeName;
import dev.slipstream.it.program.common.Settled;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;

/** Renames under a security manager. Prints what the manager is asked and forbids, and the resulting names. JDK 17 to 23. */
@SuppressWarnings("removal")
public final class SecuredNames {
    private static final String NAME_FILE = "/proc/thread-self/comm";
    private static final int WELL_KNOWN = 12;
    private static Settled settled;

    private final Manager manager = new Manager();
    private final boolean locks;

    private SecuredNames(boolean locks) {
        this.locks = locks;
    }

    /** Arguments: the output to arrive at ({@link Settled}), and {@code records}, {@code locks} (name files) or {@code policy}. */
    public static void main(String[] args) throws Exception {
        settled = new Settled(args[0]);
        if (args[1].equals("policy")) {
            policy();
            return;
        }
        SecuredNames guard = new SecuredNames(args[1].equals("locks"));
        System.setSecurityManager(guard.manager);
        guard.renames();
        Thread other = new Thread(() -> {
            try {
                guard.renames();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, "other");
        other.start();
        other.join();
    }

    /** Renames under the JDK's own manager, whose policy permits next to nothing. */
    private static void policy() throws Exception {
        try (FileInputStream shown = new FileInputStream(NAME_FILE)) {
            System.setSecurityManager(new SecurityManager());
            for (int i = 0; i < WELL_KNOWN; i++) {
                Thread.currentThread().setName("known-" + i);
            }
            System.out.println("at once " + read(shown));
        }
        try {
            System.out.println(NativeName.own());
        } catch (SecurityException e) {
            System.out.println("may not look");
        }
    }

    private static String read(FileInputStream shown) throws IOException {
        return new String(shown.readAllBytes(), StandardCharsets.ISO_8859_1).trim();
    }

    private void renames() throws Exception {
        Thread self = Thread.currentThread();
        rename(self, "at first");
        manager.forbid(self);
        rename(self, "while new");
        manager.forbid(null);
        for (int i = 0; i < WELL_KNOWN; i++) {
            rename(self, "known-" + i);
        }
        rename(self, self.getName());
        show(self);
        rename(self, null);
        manager.forbid(self);
        rename(self, "forbidden");
        rename(self, self.getName());
        rename(self, null);
        show(self);
        manager.forbid(null);
        rename(self, "allowed");
        show(self);
        Thread another = new Thread("another");
        rename(another, "by us");
        manager.forbid(another);
        rename(another, "forbidden");
    }

    private void rename(Thread thread, String name) {
        manager.takeAsked();
        manager.lock(locks);
        String outcome = "";
        try {
            thread.setName(name);
        } catch (SecurityException | NullPointerException e) {
            outcome = " " + e;
        }
        String asked = manager.takeAsked();
        manager.lock(false);
        System.out.println(name + ": " + thread.getName() + " " + asked + outcome);
    }

    private static void show(Thread thread) throws Exception {
        settled.print("shown " + thread.getName() + " / ", NativeName::own);
    }

    private static final class Manager extends SecurityManager {
        final List<String> asked = new ArrayList<>();
        private boolean locked;
        private Thread forbidden;
        private Thread renaming;

        @Override
        public synchronized void checkAccess(Thread thread) {
            ask("access by " + getClassContext()[3].getSimpleName());
            if (thread == forbidden) {
                throw new SecurityException("not to be renamed");
            }
        }

        @Override
        public synchronized void checkPermission(Permission permission) {
            if (!permission.getName().equals(NAME_FILE)) {
                ask(permission.toString());
            } else if (locked) {
                throw new SecurityException("not to be opened");
            }
        }

        /** Threads of the JDK and of the agent ask at any time. */
        private void ask(String what) {
            if (Thread.currentThread() == renaming) {
                asked.add(what);
            }
        }

        synchronized void forbid(Thread thread) {
            forbidden = thread;
        }

        synchronized void lock(boolean on) {
            locked = on;
        }

        synchronized String takeAsked() {
            renaming = Thread.currentThread();
            String all = asked.toString();
            asked.clear();
            return all;
        }
    }
}
