package dev.slipstream.naming;

import dev.slipstream.runtime.naming.NativeNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Program of {@link ThreadNamesTest}, which prints the mode, and fails with an exception. */
final class ThreadNamesProgram {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);

    private ThreadNamesProgram() {}

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 3; round++) {
            onThread(() -> {
                namesItself();
                mixesWithSetName();
                isRenamedByAnother();
                scopes();
                return null;
            });
        }
        refusesNull();
        virtual();
        System.out.println(ThreadNames.mode());
    }

    private static <T> T onThread(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        new Thread(future, "on-thread").start();
        return future.get();
    }

    private static void namesItself() throws Exception {
        String text = "the same text";
        for (int i = 0; i < 100; i++) {
            String name = i % 2 == 0 ? new String(text) : "name " + i;
            ThreadNames.set(name);
            String java = Thread.currentThread().getName();
            check(java == name || ThreadNames.mode() == ThreadNames.Mode.SET_NAME, "another reference");
            check(java.equals(name), "another name");
        }
        assertShown("name 99");
        ThreadNames.set("");
        assertShown("");
        ThreadNames.set("\u7ebf\u7a0b\0\uD83D\uDE00 and more");
        assertShown("\u7ebf\u7a0b\0\uD83D\uDE00 and more");
    }

    /** The name set last is shown in the end, whatever the ways and the order of setting. */
    private static void mixesWithSetName() throws Exception {
        for (int i = 0; i < 40; i++) {
            ThreadNames.set("fast");
            Thread.currentThread().setName("slow");
            if (i % 2 == 0) {
                TimeUnit.MICROSECONDS.sleep(i * 500L);
            }
            assertStaysShown("slow", i);
            ThreadNames.set("fast");
            assertShown("fast");
        }
    }

    private static void isRenamedByAnother() throws Exception {
        ThreadNames.set("mine");
        assertShown("mine");
        Thread self = Thread.currentThread();
        onThread(() -> {
            self.setName("theirs");
            return null;
        });
        ThreadNames.set("theirs");
        assertShown("theirs");
        onThread(() -> {
            self.setName("other");
            return null;
        });
        ThreadNames.set("theirs");
        check(self.getName().equals("theirs"), "the Java name was taken for the same");
        assertShown("theirs");
    }

    /** The compiler warns of an unused resource, but closing is the only use of this one. */
    @SuppressWarnings("try")
    private static void scopes() throws Exception {
        ThreadNames.set("outside");
        ScopedName inner = ThreadNames.scoped("inside");
        try (ScopedName ignored = ThreadNames.scoped("further inside")) {
            check(Thread.currentThread().getName().equals("further inside"), "not in scope");
        }
        check(Thread.currentThread().getName().equals("inside"), "not restored");
        List<String> refused = onThread(() -> {
            List<String> caught = new ArrayList<>();
            try {
                inner.close();
            } catch (IllegalStateException e) {
                caught.add(e.getMessage());
            }
            return caught;
        });
        check(refused.size() == 1 && refused.get(0).contains("inside"), "closed by another thread");
        inner.close();
        ThreadNames.set("later");
        inner.close();
        check(Thread.currentThread().getName().equals("later"), "restored twice");
        assertShown("later");
    }

    private static void refusesNull() {
        try {
            ThreadNames.set(null);
        } catch (NullPointerException expected) {
            return;
        }
        throw new AssertionError("null was taken");
    }

    /** Uses reflection, since this runs on JDK 17 too. */
    private static void virtual() throws Exception {
        if (Runtime.version().feature() < 21) {
            return;
        }
        List<String> names = new ArrayList<>();
        Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, (Runnable) () -> {
            for (int i = 0; i < 20; i++) {
                ThreadNames.set("virtual " + i);
            }
            names.add(Thread.currentThread().getName());
        });
        thread.join();
        check(names.equals(List.of("virtual 19")), "a virtual thread is called " + names);
    }

    private static String shown() throws Exception {
        String line = Files.readString(Path.of("/proc/thread-self/comm"), StandardCharsets.ISO_8859_1);
        return line.substring(0, line.length() - 1);
    }

    private static String form(String name) {
        return new String(NativeNames.ofThisJdk().bytes(name), StandardCharsets.ISO_8859_1);
    }

    private static void assertShown(String name) throws Exception {
        long start = System.nanoTime();
        while (!shown().equals(form(name)) && System.nanoTime() - start < PATIENCE) {
            Thread.sleep(1);
        }
        check(shown().equals(form(name)), "shown is " + shown() + " for " + name);
    }

    private static void assertStaysShown(String name, int round) throws Exception {
        Thread.sleep(25);
        check(shown().equals(form(name)), "shown is " + shown() + " for " + name + ", round " + round);
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new AssertionError(what);
        }
    }
}
