package dev.slipstream.agent.rewrite;

import org.objectweb.asm.ClassReader;

/**
 * Reads and writes class files of any version. ASM rejects versions it does not know, so it is shown an older version; the original
 * version is restored in its output.
 */
final class ClassFile {
    private static final int MAJOR_VERSION = 6;
    private static final int SHOWN_MAJOR = 61;

    private ClassFile() {
    }

    static ClassReader reader(byte[] classFile) {
        byte[] copy = classFile.clone();
        setMajor(copy, SHOWN_MAJOR);
        return new ClassReader(copy);
    }

    static byte[] withVersionOf(byte[] original, byte[] written) {
        written[MAJOR_VERSION] = original[MAJOR_VERSION];
        written[MAJOR_VERSION + 1] = original[MAJOR_VERSION + 1];
        return written;
    }

    private static void setMajor(byte[] classFile, int major) {
        classFile[MAJOR_VERSION] = (byte) (major >>> 8);
        classFile[MAJOR_VERSION + 1] = (byte) major;
    }
}
