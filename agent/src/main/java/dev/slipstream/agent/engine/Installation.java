package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Jdk;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.NotThere;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private volatile long activeSince;
    private volatile Map<String, String> options = Map.of();
    private String change = "";
    private String refused = "";

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

    /** When it became active, in milliseconds since 1970; 0 if it is not. */
    long activeSince() {
        return state == State.ACTIVE ? activeSince : 0;
    }

    /** The settings in force, without the remedy's name; empty unless active. */
    Map<String, String> options() {
        return state == State.ACTIVE ? options : Map.of();
    }

    /** What the last request has changed, for the user; may be empty. The caller holds the lock. */
    String change() {
        return change;
    }

    /** Why what is active did not get the settings of the last request; may be empty. The caller holds the lock. */
    String refused() {
        return refused;
    }

    /** Forgets what earlier requests have changed. The caller holds the lock. */
    void beginRequest() {
        change = "";
        refused = "";
    }

    /** Name and state, as the user reads them. */
    String line() {
        String line = retrofit.remedy().concat(" ").concat(state.text(reason));
        if (!refused.isEmpty()) {
            return line.concat(", as before: ").concat(refused);
        }
        return change.startsWith("now ") ? line.concat(", ").concat(change) : line;
    }

    /**
     * Plans and installs; never throws. What is active already stays untouched if it has these settings, and also if they cannot
     * be used; with other settings it is taken back and installed anew, since a retrofit is prepared once.
     */
    void install(Jdk jdk, Settings settings) {
        if (state != State.ACTIVE) {
            installAnew(jdk, settings);
            change = state == State.ACTIVE ? "installed" : "";
            return;
        }
        Map<String, String> before = options;
        try {
            Plan plan = retrofit.plan(jdk, settings);
            if (plan.state() != State.ACTIVE) {
                refused = plan.reason();
            }
        } catch (NotThere | IllegalArgumentException e) {
            refused = e.getMessage();
        }
        if (refused.isEmpty() && !settings.inForce().equals(before)) {
            takeBack();
            become(State.OFF, "");
            installAnew(jdk, settings);
            change = state == State.ACTIVE ? difference(before, settings.inForce()) : "taken back";
        }
    }

    /** Takes the remedy back, and forgets why it may not have been active. */
    void turnOff() {
        detach();
        become(State.OFF, "");
    }

    private String difference(Map<String, String> before, Map<String, String> now) {
        StringBuilder text = new StringBuilder();
        Map<String, String> all = new TreeMap<>(before);
        all.putAll(now);
        for (String key : all.keySet()) {
            String old = before.get(key);
            String next = now.get(key);
            if (old == null || !old.equals(next)) {
                text.append(text.length() == 0 ? "now " : ", ").append(retrofit.remedy()).append('.').append(key).append('=')
                        .append(next == null ? "none" : next).append(" in place of ").append(old == null ? "none" : old);
            }
        }
        return text.toString();
    }

    private void installAnew(Jdk jdk, Settings settings) {
        try {
            Stage.PLAN.enter();
            Plan plan = retrofit.plan(jdk, settings);
            become(plan.state(), plan.reason());
            if (plan.state() == State.ACTIVE) {
                options = settings.inForce();
                activeSince = System.currentTimeMillis();
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
            change = "taken back";
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
