package dev.slipstream.lab.run;

/** Shutdown hook that kills this JVM's child processes. Without it a scenario that hangs would outlive a Ctrl-C for ever. */
final class OrphanGuard {
    private final Thread hook = new Thread(OrphanGuard::killChildren, "orphan-guard");

    OrphanGuard() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private static void killChildren() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyShuttingDown) {
            return;
        }
    }
}
