package dev.slipstream.it.program.buffering;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.Random;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A recording begins and ends in the middle of a stream. Prints whether the bytes are right, and how large the reads were. */
public final class ReadRecorded {
    private static final int PART = 1_000;

    private ReadRecorded() {}

    /** Argument: the file to record to. */
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("slipstream-reads", ".bin", new File("/dev/shm"));
        try {
            byte[] content = new byte[4 * PART];
            new Random(1).nextBytes(content);
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(content);
            }
            try (FileInputStream in = new FileInputStream(file)) {
                System.out.println("before " + isRight(in, content, 0));
                try (Recording recording = new Recording()) {
                    recording.enable("jdk.FileRead").withoutThreshold().withoutStackTrace();
                    recording.start();
                    System.out.println("within " + isRight(in, content, PART));
                    recording.stop();
                    recording.dump(Path.of(args[0]));
                }
                System.out.println("after " + isRight(in, content, 2 * PART));
                System.out.println("left " + in.available() + " " + isRight(in, content, 3 * PART) + in.read());
            }
            int reads = 0;
            long bytes = 0;
            for (RecordedEvent event : RecordingFile.readAllEvents(Path.of(args[0]))) {
                if (file.getPath().equals(event.getString("path"))) {
                    reads++;
                    bytes += event.getLong("bytesRead");
                }
            }
            System.out.println("events " + (reads < PART / 2 ? "few" : "many") + " " + (bytes >= PART));
        } finally {
            file.delete();
        }
    }

    private static String isRight(FileInputStream in, byte[] content, int from) throws Exception {
        for (int i = from; i < from + PART; i++) {
            if (in.read() != (content[i] & 0xff)) {
                return "wrong";
            }
        }
        return "right";
    }
}
