package dev.slipstream.agent.rewrite;

import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Applies edits to a class file of any version. ASM rejects versions it does not know, so it is shown an older version; the
 * original version is restored in its output.
 */
public final class Rewriter {
    private static final int MAJOR_VERSION = 6;
    private static final int SHOWN_MAJOR = 61;

    private Rewriter() {}

    /**
     * Rewrites the methods that the edits name, and copies everything else byte for byte.
     *
     * @return the new class file, of the same version
     * @throws NotThere if a method or an instruction that an edit refers to is missing
     */
    public static byte[] rewrite(byte[] classFile, List<MethodEdit> edits) {
        ClassReader reader = reader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        EditVisitor visitor = new EditVisitor(writer, reader.getClassName(), edits);
        reader.accept(visitor, ClassReader.EXPAND_FRAMES);
        visitor.check();
        byte[] written = writer.toByteArray();
        written[MAJOR_VERSION] = classFile[MAJOR_VERSION];
        written[MAJOR_VERSION + 1] = classFile[MAJOR_VERSION + 1];
        return written;
    }

    /** Returns a reader of a class file of any version. */
    public static ClassReader reader(byte[] classFile) {
        byte[] copy = classFile.clone();
        copy[MAJOR_VERSION] = (byte) (SHOWN_MAJOR >>> 8);
        copy[MAJOR_VERSION + 1] = (byte) SHOWN_MAJOR;
        return new ClassReader(copy);
    }
}
