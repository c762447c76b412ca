package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.NativeName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Application that makes a checkpoint of itself after it has renamed a thread. Needs a stand-in for CRaC. For {@code Console}. */
public final class Checkpoint {
    private static final int RENAMES = 20;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private Checkpoint() {}

    /** Returns the number of open name files before, during and after a checkpoint, and the native name in the end. */
    public static String make() throws Exception {
        rename("before");
        long before = nameFiles();
        long[] during = new long[1];
        Runnable look = () -> during[0] = nameFiles();
        Class.forName("jdk.crac.Core").getMethod("checkpoint", Runnable.class).invoke(null, look);
        rename("after");
        return before + " " + during[0] + " " + nameFiles() + " " + NativeName.own();
    }

    private static void rename(String name) throws IOException {
        for (int i = 0; i < RENAMES; i++) {
            Thread.currentThread().setName(name + i);
        }
        String last = Thread.currentThread().getName();
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!NativeName.own().equals(last)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("is still " + NativeName.own());
            }
            Thread.onSpinWait();
        }
    }

    private static long nameFiles() {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(Checkpoint::isNameFile).count();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isNameFile(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).endsWith("comm");
        } catch (IOException closed) {
            return false;
        }
    }
}
