package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Jdk;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.NotThere;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/**
 * One remedy in this JVM: installs it, takes it back, and says how it stands.
 *
 * <p>Installing and undoing are exclusive (one lock for all remedies, held by the engine's caller or by a keeper that undoes);
 * reading the state is not.
 */
final class Installation {
    private final Retrofit retrofit;
    private final JavaBase javaBase;
    private final LiveClasses classes;
    private final ReentrantLock lock;
    private boolean prepared;
    private volatile Current current;
    private volatile State state = State.OFF;
    private volatile String reason = "";

    Installation(Retrofit retrofit, JavaBase javaBase, LiveClasses classes, ReentrantLock lock) {
        this.retrofit = retrofit;
        this.javaBase = javaBase;
        this.classes = classes;
        this.lock = lock;
    }

    Retrofit retrofit() {
        return retrofit;
    }

    State state() {
        return state;
    }

    String reason() {
        return reason;
    }

    /** Name and state, as the user reads them. */
    String line() {
        return retrofit.remedy().concat(" ").concat(state.text(reason));
    }

    /** Plans and installs; never throws. */
    void install(Jdk jdk, Settings settings) {
        try {
            Stage.PLAN.enter();
            Plan plan = retrofit.plan(jdk, settings);
            become(plan.state(), plan.reason());
            if (plan.state() == State.ACTIVE) {
                install(plan, settings);
            }
        } catch (NotThere | IllegalArgumentException e) {
            takeBack();
            become(State.DECLINED, e.getMessage());
        } catch (Throwable e) {
            fail(describe(e));
        }
    }

    private void install(Plan plan, Settings settings) throws Throwable {
        Stage.DEFINE.enter();
        javaBase.open(retrofit.opens());
        BiFunction<String, Object, Object> graft = javaBase.define(retrofit.grafts(), retrofit.graftNeighbour());
        prepared = true;
        Current watch = new Current();
        current = watch;
        retrofit.prepare(graft, settings, watch);
        Stage.PREPARE.enter();
        if (retrofit.keepsEdits()) {
            classes.rewriteAndKeep(retrofit.remedy(), plan.edits(), watch);
        } else {
            classes.rewrite(retrofit.remedy(), plan.edits());
        }
        Stage.REWRITE.enter();
        retrofit.activate();
        Stage.TRIAL.enter();
        if (!retrofit.note().isEmpty()) {
            become(State.ACTIVE, retrofit.note());
        }
    }

    /** Takes the remedy back on request. */
    void detach() {
        if (state == State.ACTIVE) {
            takeBack();
            become(State.OFF, "");
        }
    }

    private void fail(String why) {
        takeBack();
        become(State.FAILED, why);
    }

    /** The bodies before the rest: a graft that is not called any more needs nothing. */
    private void takeBack() {
        current = null;
        try {
            if (prepared) {
                retrofit.finish();
            }
        } catch (Throwable e) {
            say("did not finish: ".concat(describe(e)));
        }
        try {
            classes.restore(retrofit.remedy());
        } catch (Throwable e) {
            say("the original methods could not be restored: ".concat(describe(e)));
        }
        try {
            if (prepared) {
                retrofit.deactivate();
                prepared = false;
                if (!retrofit.remains().isEmpty()) {
                    say(retrofit.remains());
                }
            }
        } catch (Throwable e) {
            say("did not stop: ".concat(describe(e)));
        }
    }

    private void say(String line) {
        System.err.println("slipstream: ".concat(retrofit.remedy()).concat(" ").concat(line));
    }

    /** What one install may still say; one that was taken back, and perhaps followed by another, has no say any more. */
    private final class Current implements Retrofit.Watch, Runnable {
        private static final String LOST = "another agent has changed the class that it rewrites";

        /** The class is about to lose our edits, on a thread that may hold the lock, and must not wait for it. */
        @Override
        public void run() {
            try {
                retrofit.finish();
            } catch (Throwable e) {
                say("did not finish: ".concat(describe(e)));
            }
            Thread undo = new Thread(null, new Lost(this), "slipstream-undo", 0, false);
            undo.setDaemon(true);
            undo.start();
        }

        @Override
        public void undo(String why) {
            lock.lock();
            try {
                if (current == this) {
                    failAloud(why);
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void say(String line) {
            if (current == this) {
                Installation.this.say(line);
            }
        }

        /** Interruptibly, since whoever takes the remedy back holds the lock while it waits for the remedy's threads to end. */
        @Override
        public boolean rewrite(List<Plan.ClassEdit> edits) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                if (current == this) {
                    classes.rewrite(retrofit.remedy(), edits);
                }
            } catch (Exception | LinkageError e) {
                failAloud(describe(e));
            } finally {
                lock.unlock();
            }
            return current == this;
        }

        @Override
        public long sizeOf(Object object) {
            return classes.sizeOf(object);
        }
    }

    private void failAloud(String why) {
        fail(why);
        System.err.println("slipstream: ".concat(line()));
    }

    /** Undoes on a thread of its own. */
    private static final class Lost implements Runnable {
        private final Current watch;

        Lost(Current watch) {
            this.watch = watch;
        }

        @Override
        public void run() {
            watch.undo(Current.LOST);
        }
    }

    private void become(State next, String why) {
        reason = why;
        state = next;
    }

    private static String describe(Throwable e) {
        return e instanceof IllegalStateException && e.getMessage() != null ? e.getMessage() : e.toString();
    }
}
