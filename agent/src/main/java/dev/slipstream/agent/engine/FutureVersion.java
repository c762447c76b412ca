package dev.slipstream.agent.engine;

import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.Rewriter;
import java.util.List;

/**
 * Test hook that shows the rewriter of a running JVM its classes as if compiled by a JDK of the far future. The JVM gets its own
 * version back, since it would reject any other.
 */
final class FutureVersion {
    private static final int MAJOR_LOW_BYTE = 7;
    private static final Integer MAJOR = Integer.getInteger("dev.slipstream.test.major");

    private FutureVersion() {
    }

    static byte[] rewrite(byte[] classFile, List<MethodEdit> edits) {
        if (MAJOR == null) {
            return Rewriter.rewrite(classFile, edits);
        }
        byte[] future = classFile.clone();
        future[MAJOR_LOW_BYTE] = MAJOR.byteValue();
        byte[] rewritten = Rewriter.rewrite(future, edits);
        if (rewritten[MAJOR_LOW_BYTE] != MAJOR.byteValue()) {
            throw new IllegalStateException("the class file's version was not kept");
        }
        rewritten[MAJOR_LOW_BYTE] = classFile[MAJOR_LOW_BYTE];
        return rewritten;
    }
}
