package dev.slipstream.it.program.buffering;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads and writes files in small pieces in several ways, including some that only appear to. */
public final class SmallPieces {
    private static final int LARGE = 1 << 16;

    private SmallPieces() {}

    /**
     * Runs each way once.
     *
     * @param arguments a folder for the files
     */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]).resolve("pieces");
        Files.write(file, new byte[LARGE]);
        bytes(file);
        numbers(file);
        buffered(file);
        pieces(file);
        anywhere(file);
        channel(file);
        for (int i = 0; i < 150; i++) {
            smallFile(Files.write(file.resolveSibling("small-" + i), new byte[20]));
        }
    }

    private static void bytes(Path file) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            for (int i = 0; i < 400; i++) {
                in.read();
            }
        }
    }

    private static void numbers(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new FileInputStream(file.toFile()))) {
            for (int i = 0; i < 120; i++) {
                in.readUnsignedByte();
            }
        }
    }

    private static void buffered(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(new FileInputStream(file.toFile()))) {
            while (in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }

    private static void pieces(Path file) throws IOException {
        try (OutputStream out = new FileOutputStream(file.toFile())) {
            for (int i = 0; i < 300; i++) {
                out.write(new byte[20]);
            }
            for (int i = 0; i < 200; i++) {
                out.write(new byte[8_192]);
            }
        }
    }

    private static void anywhere(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            for (int i = 0; i < 200; i++) {
                in.seek(i * 7L);
                in.read();
            }
        }
    }

    private static void channel(Path file) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer piece = ByteBuffer.allocateDirect(64);
            for (int i = 0; i < 250; i++) {
                out.write(piece.clear());
            }
        }
    }

    private static void smallFile(Path file) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            in.read(new byte[8_192]);
        }
    }
}
