package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.threads.Daemon;
import java.util.List;

/** What one install may still say; one that was taken back, and perhaps followed by another, has no say any more. */
final class InstallWatch implements Retrofit.Watch, Runnable {
    private final Installation installation;

    InstallWatch(Installation installation) {
        this.installation = installation;
    }

    /** The class is about to lose our edits, on a thread that may hold the lock, and must not wait for it. */
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

    /** Undoes on a thread of its own. */
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
