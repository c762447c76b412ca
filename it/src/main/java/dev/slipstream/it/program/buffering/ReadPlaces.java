package dev.slipstream.it.program.buffering;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads, byte by byte, files that are not on a disk and files that other processes write. Prints the bytes. */
public final class ReadPlaces {
    private static final int MANY = 200;
    private static final int DEEP_READS = 100_000;

    private ReadPlaces() {}

    /** The first argument selects what to read. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "kernel" -> kernel();
            case "pipe" -> pipe();
            case "terminal" -> terminal();
            case "others" -> others();
            case "deep" -> deep();
            case "inherited" -> inherited();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static String bytes(FileInputStream in, int count) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            int next = in.read();
            text.append(next < 0 ? "." : Character.toString(next));
        }
        return text.toString();
    }

    private static void kernel() throws IOException {
        List<String> paths = new ArrayList<>(List.of("/proc/version", "/proc/self/status", "/proc/self/cmdline", "/dev/zero",
                "/dev/null", "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/kernel/mm/transparent_hugepage/defrag",
                "/proc/sys/kernel/core_pattern", "/proc/self/mountinfo", "/proc/config.gz", "/sys/kernel/notes"));
        paths.removeIf(path -> !new File(path).canRead());
        for (int round = 0; round < 3; round++) {
            for (String path : paths) {
                try (FileInputStream in = new FileInputStream(path)) {
                    String text = bytes(in, MANY);
                    System.out.println(path + " " + (path.contains("self") ? text.substring(0, 20) : text));
                }
            }
        }
    }

    /** Reads a pipe whose writer waits until the reader has read all that there is. */
    private static void pipe() throws Exception {
        Path path = Path.of(System.getProperty("java.io.tmpdir"), "slipstream-pipe-" + ProcessHandle.current().pid());
        new ProcessBuilder("mkfifo", path.toString()).start().waitFor();
        try {
            List<String> steps = new ArrayList<>();
            Thread writer = new Thread(() -> {
                try (FileOutputStream out = new FileOutputStream(path.toFile())) {
                    for (int i = 0; i < MANY; i++) {
                        out.write('a' + i % 26);
                        synchronized (steps) {
                            while (steps.size() <= i) {
                                steps.wait();
                            }
                        }
                    }
                } catch (IOException | InterruptedException e) {
                    System.out.println(e);
                }
            });
            writer.start();
            try (FileInputStream in = new FileInputStream(path.toFile())) {
                for (int i = 0; i < MANY; i++) {
                    String next = bytes(in, 1);
                    synchronized (steps) {
                        steps.add(next);
                        steps.notifyAll();
                    }
                }
                writer.join();
                System.out.println(String.join("", steps) + in.read());
            }
        } finally {
            Files.delete(path);
        }
    }

    private static void terminal() throws IOException {
        try (FileInputStream in = new FileInputStream("/dev/tty")) {
            System.out.println("ready");
            for (int line = 0; line < 3; line++) {
                StringBuilder text = new StringBuilder();
                for (int next = in.read(); next != '\n'; next = in.read()) {
                    text.append((char) next);
                }
                System.out.println("line " + text);
            }
        }
    }

    private static void sh(File file, String command) throws Exception {
        int exit = new ProcessBuilder("sh", "-c", command).directory(file.getParentFile()).start().waitFor();
        if (exit != 0) {
            throw new IllegalStateException(command);
        }
    }

    private static void others() throws Exception {
        File file = File.createTempFile("slipstream-reads", ".txt", new File("/dev/shm"));
        String name = file.getName();
        try {
            sh(file, "yes 0123456789 | tr -d '\\n' | head -c 300 > " + name);
            try (FileInputStream in = new FileInputStream(file)) {
                System.out.println(bytes(in, 310));
                sh(file, "printf appended >> " + name);
                System.out.println(bytes(in, 10));
                sh(file, "yes more | head -c 100 >> " + name);
                System.out.println(bytes(in, 60));
                sh(file, "yes again | head -c 100 >> " + name);
                System.out.println(bytes(in, 150));
            }
            // Bytes read ahead become stale and are read again.
            try (FileInputStream in = new FileInputStream(file)) {
                System.out.println(bytes(in, 100));
                sh(file, "printf overwritten | dd of=" + name + " bs=1 seek=100 conv=notrunc 2>/dev/null");
                TimeUnit.MILLISECONDS.sleep(500);
                System.out.println(bytes(in, 50));
                sh(file, "truncate -s 180 " + name);
                TimeUnit.MILLISECONDS.sleep(500);
                System.out.println(bytes(in, 50));
            }
            try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
                for (int i = 0; i < 100; i++) {
                    in.read();
                }
                System.out.println("at " + in.getFilePointer());
            }
        } finally {
            file.delete();
        }
    }

    /** Bytes that one thread has read. Recording a byte calls no method, since a call might fail after the read. */
    private static final class Deep {
        private final byte[] read = new byte[DEEP_READS];
        private int count;
        private boolean failed;

        @SuppressWarnings("InfiniteRecursion")
        private void down(FileInputStream in) throws IOException {
            try {
                down(in);
            } catch (StackOverflowError e) {
                failed = true;
            }
            // Reads on the way back from the end of the stack, with ever more room.
            if (count < DEEP_READS) {
                try {
                    int next = in.read();
                    read[count] = (byte) next;
                    count++;
                } catch (StackOverflowError e) {
                    failed = true;
                }
            }
        }

        private boolean isRight(FileInputStream in, byte[] content) throws IOException {
            return failed && count > 0 && Arrays.equals(read, 0, count, content, 0, count)
                    && in.available() == content.length - count;
        }
    }

    /** Reads near the end of the stack. A read may fail, but must never lose a byte. */
    private static void deep() throws Exception {
        File file = File.createTempFile("slipstream-reads", ".txt", new File("/dev/shm"));
        try {
            sh(file, "seq 1 200000 > " + file.getName());
            byte[] content = Files.readAllBytes(file.toPath());
            int wrong = 0;
            for (int round = 0; round < 60; round++) {
                try (FileInputStream in = new FileInputStream(file)) {
                    // The stream already reads ahead, or does not yet.
                    int first = round % 2 == 0 ? 0 : 100;
                    boolean[] right = new boolean[1];
                    Thread thread = new Thread(null, () -> {
                        try {
                            Deep deep = new Deep();
                            for (int i = 0; i < first; i++) {
                                deep.read[deep.count++] = (byte) in.read();
                            }
                            deep.down(in);
                            right[0] = deep.isRight(in, content);
                        } catch (IOException e) {
                            System.out.println(e);
                        }
                    }, "deep", 200_000 + round * 1_000);
                    thread.start();
                    thread.join();
                    wrong += right[0] ? 0 : 1;
                }
            }
            System.out.println("wrong " + wrong);
        } finally {
            file.delete();
        }
    }

    /** Counts reads in overridden methods. */
    private static final class Counting extends FileInputStream {
        private int reads;

        Counting(File file) throws IOException {
            super(file);
        }

        @Override
        public int read() throws IOException {
            reads++;
            return super.read();
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            reads += 1_000;
            return super.read(bytes, from, length);
        }

        @Override
        public long skip(long bytes) throws IOException {
            reads += 1_000_000;
            return super.skip(bytes);
        }
    }

    private static void inherited() throws Exception {
        File file = File.createTempFile("slipstream-reads", ".txt", new File("/dev/shm"));
        try {
            sh(file, "seq 1 2000 > " + file.getName());
            try (Counting in = new Counting(file)) {
                System.out.println(bytes(in, 100) + in.available() + " " + in.reads);
            }
        } finally {
            file.delete();
        }
    }
}
