package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.threads.Daemon;
import java.util.List;

/**
 * Callbacks of one installation. After that installation has been undone, and possibly replaced by another, {@code undo},
 * {@code say} and {@code rewrite} have no effect.
 */
final class InstallWatch implements Retrofit.Watch, Runnable {
    private final Installation installation;

    InstallWatch(Installation installation) {
        this.installation = installation;
    }

    /** Handles the imminent loss of the edits. Runs on a thread that may hold the engine's lock, and must not wait for it. */
    @Override
    public void run() {
        installation.finishNow();
        new Daemon("slipstream-undo", new Lost(this)).start();
    }

    @Override
    public void undo(String why) {
        installation.undo(this, why);
    }

    @Override
    public void say(String line) {
        if (installation.isOf(this)) {
            installation.say(line);
        }
    }

    @Override
    public boolean rewrite(List<Plan.ClassEdit> edits) {
        return installation.rewrite(this, edits);
    }

    @Override
    public long sizeOf(Object object) {
        return installation.sizeOf(object);
    }

    /** Undoes the installation on a separate thread. */
    private static final class Lost implements Runnable {
        private final InstallWatch watch;

        Lost(InstallWatch watch) {
            this.watch = watch;
        }

        @Override
        public void run() {
            watch.installation.lose(watch);
        }
    }
}
