package dev.slipstream.it.program.buffering;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * Does random operations on random files through {@code FileInputStream}, and prints the results. The output depends only on the
 * seed, not on the JVM. Arguments: the seed, the number of files, and any third argument to print everything.
 */
public final class ReadOperations {
    private static final int LARGEST_FILE = 40_000;
    private static final int OPERATIONS = 60;
    private static final int LONGEST_RUN = 600;
    private static final int LARGEST_ARRAY = 12_000;

    private final Random random;
    private final File file;
    private final CRC32 all = new CRC32();
    private final StringBuilder log = new StringBuilder();
    private FileInputStream in;

    private ReadOperations(long seed, File file) {
        random = new Random(seed);
        this.file = file;
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[0]);
        int files = Integer.parseInt(args[1]);
        File file = File.createTempFile("slipstream-reads", ".bin", new File("/dev/shm"));
        try {
            long total = 0;
            for (int i = 0; i < files; i++) {
                ReadOperations operations = new ReadOperations(seed + i, file);
                operations.run();
                total += OPERATIONS;
                System.out.println(i + " " + operations.all.getValue() + (args.length > 2 ? operations.log : ""));
            }
            System.out.println(total + " operations");
        } finally {
            file.delete();
        }
    }

    private void run() throws Exception {
        byte[] content = new byte[random.nextInt(4) == 0 ? random.nextInt(64) : random.nextInt(LARGEST_FILE)];
        random.nextBytes(content);
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(content);
        }
        try (FileInputStream opened = new FileInputStream(file)) {
            in = opened;
            for (int i = 0; i < OPERATIONS; i++) {
                int kind = random.nextInt(40);
                try {
                    step(kind);
                } catch (IOException | RuntimeException e) {
                    note(kind, e.getClass().getName() + " " + e.getMessage());
                }
            }
        }
    }

    private void note(int kind, Object what) {
        String text = " " + kind + ":" + what;
        all.update(text.getBytes(StandardCharsets.UTF_8));
        log.append(text);
    }

    private void note(int kind, byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        note(kind, length + "/" + sum.getValue());
    }

    private void step(int kind) throws Exception {
        switch (kind) {
            case 20, 21 -> {
                byte[] bytes = new byte[random.nextInt(LARGEST_ARRAY)];
                note(kind, in.read(bytes));
                note(kind, bytes, bytes.length);
            }
            case 22, 23 -> {
                byte[] bytes = new byte[1 + random.nextInt(100)];
                int from = random.nextInt(bytes.length);
                note(kind, in.read(bytes, from, random.nextInt(bytes.length - from + 1)));
                note(kind, bytes, bytes.length);
            }
            case 24 -> note(kind, in.read(new byte[4], random.nextInt(9) - 2, random.nextInt(9) - 2));
            case 25 -> note(kind, in.skip(random.nextInt(300) - 100));
            case 26 -> note(kind, in.skip(random.nextInt(2 * LARGEST_FILE) - LARGEST_FILE));
            case 27 -> {
                in.skipNBytes(random.nextInt(100));
                note(kind, "skipped");
            }
            case 28, 29 -> note(kind, in.available());
            case 30 -> {
                byte[] bytes = in.readNBytes(random.nextInt(9_000));
                note(kind, bytes, bytes.length);
            }
            case 31 -> {
                byte[] bytes = new byte[200];
                note(kind, in.readNBytes(bytes, 7, random.nextInt(190)));
                note(kind, bytes, bytes.length);
            }
            case 32 -> rare(kind);
            case 33, 34 -> change(kind);
            case 35 -> note(kind, inAnotherThread(in));
            case 36 -> {
                in.mark(100);
                note(kind, in.markSupported());
                in.reset();
            }
            default -> run(kind, random.nextInt(kind < 10 ? LONGEST_RUN : 40));
        }
    }

    private void run(int kind, int bytes) throws IOException {
        byte[] read = new byte[bytes];
        int ends = 0;
        for (int i = 0; i < bytes; i++) {
            int next = in.read();
            ends += next < 0 ? 1 : 0;
            read[i] = (byte) next;
        }
        note(kind, ends);
        note(kind, read, bytes);
    }

    /** Does an operation that ends the stream or its reading ahead. */
    private void rare(int kind) throws Exception {
        switch (random.nextInt(8)) {
            case 0 -> {
                byte[] rest = in.readAllBytes();
                note(kind, rest, rest.length);
            }
            case 1 -> {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                note(kind, in.transferTo(out));
                note(kind, out.toByteArray(), out.size());
            }
            case 2 -> {
                File other = new File(file.getPath() + "-other");
                try (FileOutputStream out = new FileOutputStream(other)) {
                    note(kind, in.transferTo(out));
                    note(kind, other.length());
                } finally {
                    other.delete();
                }
            }
            case 3 -> note(kind, in.getChannel().position());
            case 4 -> {
                in.getChannel().position(random.nextInt(LARGEST_FILE));
                note(kind, in.getChannel().size());
            }
            case 5 -> {
                FileInputStream same = new FileInputStream(in.getFD());
                note(kind, same.read() + " " + same.available());
            }
            case 6 -> {
                in.close();
                note(kind, "closed");
            }
            default -> {
                in.close();
                in = new FileInputStream(file);
                note(kind, "opened");
            }
        }
    }

    /** Changes the file behind the stream. Bytes read ahead at that moment could be stale for a while, so there must be none. */
    private void change(int kind) throws IOException {
        note(kind, in.available());
        byte[] bytes = new byte[random.nextInt(500)];
        random.nextBytes(bytes);
        switch (random.nextInt(3)) {
            case 0 -> {
                try (FileOutputStream out = new FileOutputStream(file, true)) {
                    out.write(bytes);
                }
            }
            case 1 -> {
                try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
                    out.seek(random.nextInt(LARGEST_FILE));
                    out.write(bytes);
                }
            }
            default -> {
                try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
                    out.setLength(random.nextInt(LARGEST_FILE));
                }
            }
        }
    }

    private static String inAnotherThread(InputStream in) throws InterruptedException {
        byte[] read = new byte[30];
        StringBuilder failure = new StringBuilder();
        Thread thread = new Thread(() -> {
            try {
                for (int i = 0; i < read.length; i++) {
                    read[i] = (byte) in.read();
                }
            } catch (IOException e) {
                failure.append(e.getMessage());
            }
        });
        thread.start();
        thread.join();
        return Arrays.hashCode(read) + failure.toString();
    }
}
