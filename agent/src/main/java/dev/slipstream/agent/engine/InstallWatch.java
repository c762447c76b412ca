package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import java.util.List;

/** What one install may still say; one that was taken back, and perhaps followed by another, has no say any more. */
final class InstallWatch implements Retrofit.Watch, Runnable {
    private static final String LOST = "another agent has changed the class that it rewrites";

    private final Installation installation;

    InstallWatch(Installation installation) {
        this.installation = installation;
    }

    /** The class is about to lose our edits, on a thread that may hold the lock, and must not wait for it. */
    @Override
    public void run() {
        installation.finishNow();
        Thread undo = new Thread(null, new Lost(this), "slipstream-undo", 0, false);
        undo.setDaemon(true);
        undo.start();
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
    public boolean rewrite(List<Plan.ClassEdit> edits) throws InterruptedException {
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
            watch.undo(LOST);
        }
    }
}
