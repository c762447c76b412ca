package dev.slipstream.agent.engine;

import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.Rewriter;
import dev.slipstream.threads.Daemon;
import java.io.InputStream;
import java.util.List;

/**
 * Loads the rewriter on another processor while the engine plans: in a cold JVM, loading and verifying ASM takes about as long as
 * everything else before the application's main. It rewrites one of the agent's own classes and discards the result.
 */
final class WarmUp implements Runnable {
    private static final String CLASS = "dev/slipstream/agent/engine/WarmUp";

    private WarmUp() {
    }

    static void start() {
        new Daemon("slipstream-warm-up", new WarmUp()).start();
    }

    @Override
    public void run() {
        try (InputStream in = WarmUp.class.getClassLoader().getResourceAsStream(CLASS.concat(".class"))) {
            Rewriter.rewrite(in.readAllBytes(), List.of(
                    new MethodEdit.CallAround("run", "()V", CLASS, "before", "after"),
                    new MethodEdit.ReturnIfDone("start", "()V", CLASS, "done"),
                    new MethodEdit.CallFirst("start", "()V", CLASS, "first")));
        } catch (Throwable e) {
            // The same failure will recur, and be reported, when the rewriter is actually used.
            return;
        }
    }
}
