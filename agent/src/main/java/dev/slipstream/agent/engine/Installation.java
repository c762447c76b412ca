package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.agent.rewrite.NotThere;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Installation of one remedy in this JVM: installs it, undoes it, and reports its state.
 *
 * <p>Installing and undoing are mutually exclusive (one lock for all remedies, held by the engine's caller or by a remedy's thread that
 * undoes); reading the state takes no lock.
 */
final class Installation implements JointRewriting.Participant {
    private static final long LOCK_MILLIS = 50;
    private static final int MOST_ATTEMPTS = 20;
    private static final long PAUSE_NANOS = 50_000_000;

    private final Retrofit retrofit;
    private final JavaBase javaBase;
    private final LiveClasses classes;
    private final ReentrantLock lock;

    /** The installed switch; null if there is nothing to undo. Written with the lock held. */
    private volatile @Nullable Switch installed;

    /** Whether another agent has redefined a class of this remedy since its installation. */
    private boolean touched;
    private volatile int rewrittenAgain;
    private volatile @Nullable EngineCallback current;
    private volatile State state = State.OFF;
    private volatile String reason = "";
    private volatile long activeSince;
    private volatile Map<String, String> options = Map.of();

    /** The plan of the latest installation. */
    private Plan plan = Plan.unneeded("");

    /** Settings in force before those being installed; null if the remedy was not active. */
    private @Nullable Map<String, String> replaced;
    private String change = "";
    private String refused = "";

    Installation(Retrofit retrofit, JavaBase javaBase, LiveClasses classes, ReentrantLock lock) {
        this.retrofit = retrofit;
        this.javaBase = javaBase;
        this.classes = classes;
        this.lock = lock;
    }

    /** Returns the remedy's name. */
    String remedy() {
        return retrofit.remedy().name();
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

    /** Returns when the remedy became active, in milliseconds since 1970; 0 if it is not active. */
    long activeSince() {
        return state == State.ACTIVE ? activeSince : 0;
    }

    /** Returns the settings in force, without the remedy's name; empty unless active. */
    Map<String, String> options() {
        return state == State.ACTIVE ? options : Map.of();
    }

    /** Returns the values of the counters by name; empty unless active. */
    Map<String, Long> counters() {
        Switch live = live();
        return live == null ? Map.of() : live.counters();
    }

    /** Returns the places in the application that incur the cost, with their sample counts; empty unless active. */
    Map<String, Long> sites() {
        Switch live = live();
        return live == null ? Map.of() : live.sites();
    }

    /** Returns the installed switch if the remedy is active. */
    private @Nullable Switch live() {
        Switch live = installed;
        return state == State.ACTIVE ? live : null;
    }

    /** Returns the installed switch, once there is one. The caller holds the lock. */
    @SuppressWarnings("NullAway") // The engine calls nothing else of what was not prepared.
    private Switch prepared() {
        return installed;
    }

    /** Returns what the last request changed, for the user; may be empty. The caller holds the lock. */
    String change() {
        return change;
    }

    /** Returns why the active remedy did not get the settings of the last request; may be empty. The caller holds the lock. */
    String refused() {
        return refused;
    }

    /** Returns whether there is something to undo, whatever the state. The caller holds the lock. */
    boolean isPrepared() {
        return installed != null;
    }

    /** Clears the outcome of earlier requests. The caller holds the lock. */
    void beginRequest() {
        change = "";
        refused = "";
    }

    /** Returns name and state, as shown to the user. */
    String line() {
        String line = remedy().concat(" ").concat(state.text(reason));
        if (!refused.isEmpty()) {
            return line.concat(", as before: ").concat(refused);
        }
        return change.startsWith("now ") ? line.concat(", ").concat(change) : line;
    }

    /**
     * Plans and prepares; never throws. An active remedy stays untouched if it has these settings already, or if they cannot be
     * used. With other settings it is undone and installed anew, since a switch keeps its settings.
     *
     * @return whether its classes are to be rewritten now
     */
    boolean begin(JdkView jdk, Settings settings) {
        replaced = null;
        Plan next = plan(jdk, settings);
        boolean isToInstall = next.state() == State.ACTIVE;
        if (state == State.ACTIVE) {
            refused = isToInstall ? "" : next.reason();
            if (!isToInstall || settings.inForce().equals(options)) {
                return false;
            }
            replaced = options;
            change = "taken back";
        }
        if (installed != null) {
            takeBack(State.OFF, "");
        }
        if (state == State.STUCK) {
            return false;
        }
        become(isToInstall ? State.OFF : next.state(), isToInstall ? "" : next.reason());
        Plan.Preparation preparation = next.preparation();
        return preparation != null && prepare(next, preparation, settings);
    }

    private Plan plan(JdkView jdk, Settings settings) {
        try {
            Stage.PLAN.enter();
            return retrofit.plan(jdk, settings);
        } catch (NotThere | IllegalArgumentException e) {
            return Plan.declined(String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            return Plan.failed(describe(e));
        }
    }

    private boolean prepare(Plan next, Plan.Preparation preparation, Settings settings) {
        try {
            plan = next;
            options = settings.inForce();
            rewrittenAgain = 0;
            touched = false;
            Stage.DEFINE.enter();
            BiFunction<String, Object, Object> graft = javaBase.define(retrofit.grafts());
            EngineCallback callback = new EngineCallback();
            current = callback;
            installed = preparation.prepare(graft, callback);
            Stage.PREPARE.enter();
            return true;
        } catch (Throwable e) {
            notRewritten(e);
            return false;
        }
    }

    /** Resets the state of a remedy that is no longer requested: why it is not active no longer matters. */
    void forget() {
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
                text.append(text.length() == 0 ? "now " : ", ").append(remedy()).append('.').append(key).append('=')
                        .append(next == null ? "none" : next).append(" in place of ").append(old == null ? "none" : old);
            }
        }
        return text.toString();
    }

    @Override
    public LiveClasses.Wish wish() {
        return new LiveClasses.Wish(remedy(), plan.edits(), retrofit.keepsEdits() ? current : null);
    }

    @Override
    public void rewritten() {
        try {
            Stage.REWRITE.enter();
            String note = prepared().activate();
            Stage.SELF_TEST.enter();
            activeSince = System.currentTimeMillis();
            become(State.ACTIVE, note.isEmpty() ? plan.reason() : note);
            change = replaced == null ? "installed" : difference(replaced, options);
        } catch (Throwable e) {
            notRewritten(e);
        }
    }

    @Override
    public void notRewritten(Throwable why) {
        if (why instanceof NotThere || why instanceof IllegalArgumentException) {
            takeBack(State.DECLINED, String.valueOf(why.getMessage()));
        } else {
            fail(describe(why));
        }
    }

    private void fail(String why) {
        takeBack(State.FAILED, why);
    }

    private void takeBack(State next, String reasonOfNext) {
        if (!finish()) {
            return;
        }
        Throwable why = classes.restore(List.of(remedy())).get(remedy());
        if (why != null) {
            notRestored(why);
        }
        deactivate();
        become(next, reasonOfNext);
    }

    @Override
    public boolean finish() {
        // First: a remedy that is finished does not work, even if memory is lacking to restore its classes.
        become(State.OFF, "");
        current = null;
        if (!finishNow()) {
            become(State.STUCK, "out of memory");
            return false;
        }
        return true;
    }

    /**
     * Finishes what is installed. May run on any thread, and more than once. For want of memory it tries again for a second.
     *
     * @return whether the classes may be restored; what is not finished would be lost
     */
    private boolean finishNow() {
        Switch last = installed;
        if (last == null) {
            return true;
        }
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            try {
                last.finish();
                return true;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(PAUSE_NANOS);
            } catch (Throwable e) {
                say("did not finish: ".concat(describe(e)));
                return true;
            }
        }
        return false;
    }

    @Override
    public void notRestored(Throwable why) {
        say("the original methods could not be restored: ".concat(describe(why)));
    }

    @Override
    public void restored() {
        deactivate();
        change = "taken back";
    }

    private void deactivate() {
        try {
            if (installed != null) {
                String remains = installed.deactivate();
                installed = null;
                if (!remains.isEmpty()) {
                    say(remains);
                }
            }
        } catch (Throwable e) {
            say("did not stop: ".concat(describe(e)));
        }
    }

    private void say(String line) {
        System.err.println("slipstream: ".concat(remedy()).concat(" ").concat(line));
    }

    private void lose(String why) {
        takeBack(State.LOST, why);
        if (state == State.LOST) {
            String other = classes.lastOther();
            reason = (other.isEmpty() ? "another agent" : other).concat(" (").concat(why).concat(")");
        }
        System.err.println("slipstream: ".concat(line()));
    }

    /**
     * Handles another agent's redefinition of classes that this remedy rewrites. The caller holds the lock.
     *
     * @param lost whether the redefinition dropped the edits; they have been reapplied
     */
    void touched(boolean lost) {
        touched = true;
        try {
            if (lost) {
                madeUp();
            }
            if (prepared().check() != null) {
                // A transformer that runs after ours may have dropped the edits this once.
                rewriteAgain();
            }
            if (lost && state == State.ACTIVE) {
                say("was undone by another agent, and is in force again");
            }
        } catch (Throwable e) {
            lose(describe(e));
        }
    }

    /** Reapplies the edits and tests them, once. The caller holds the lock. */
    void rewriteAgain() {
        try {
            classes.rewriteAgain(remedy());
            madeUp();
            String failure = prepared().check();
            if (failure != null) {
                lose(failure);
            }
        } catch (Throwable e) {
            lose(describe(e));
        }
    }

    private void madeUp() throws Exception {
        rewrittenAgain++;
        prepared().rewrittenAgain();
    }

    /** Returns how often another agent undid the edits and the classes were rewritten again. */
    int rewrittenAgain() {
        return rewrittenAgain;
    }

    private void failAloud(String why) {
        fail(why);
        System.err.println("slipstream: ".concat(line()));
    }

    private void become(State next, String why) {
        reason = why;
        state = next;
    }

    private static String describe(Throwable e) {
        return e instanceof IllegalStateException && e.getMessage() != null ? e.getMessage() : e.toString();
    }

    /**
     * Callbacks of one installation. After that installation has been undone, and possibly replaced by another, {@code undo},
     * {@code say} and {@code rewrite} have no effect.
     */
    private final class EngineCallback implements Switch.Callback, Runnable {
        /** Starts {@link #loseLocked} on a thread of its own; null if the edits may be lost for a moment. */
        private final @Nullable BooleanSupplier undo =
                !retrofit.keepsEdits() ? null : classes.launch("slipstream-undo", new Runnable() {
                    @Override
                    public void run() {
                        loseLocked();
                    }
                });

        /** Handles the imminent loss of the edits. Runs on a thread that may hold any locks, and must not wait for the engine's. */
        @Override
        @SuppressWarnings("NullAway") // Called only if the edits must not be lost.
        public void run() {
            finishNow();
            undo.getAsBoolean();
        }

        private void loseLocked() {
            lock.lock();
            try {
                if (current == this) {
                    lose("its class can no longer be rewritten");
                }
            } finally {
                lock.unlock();
            }
        }

        /** Undoes the installation and prints a line. */
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
        public void selfTestFailed(String why) {
            lock.lock();
            try {
                if (current == this && touched) {
                    rewriteAgain();
                } else if (current == this) {
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

        /**
         * Applies other edits. Never waits long while the remedy is being undone: the lock is then held until the remedy's threads
         * have ended, and the caller may be one of them.
         */
        @Override
        public boolean rewrite(List<Plan.ClassEdit> next) {
            while (current == this && !isLocked()) {
                continue;
            }
            if (!lock.isHeldByCurrentThread()) {
                return false;
            }
            try {
                if (current == this) {
                    classes.rewrite(List.of(new LiveClasses.Wish(remedy(), next, null)));
                }
            } catch (Exception | LinkageError e) {
                failAloud(describe(e));
            } finally {
                lock.unlock();
            }
            return current == this;
        }

        /** Tries to acquire the lock for a moment; returns whether it is held. */
        private boolean isLocked() {
            try {
                return lock.tryLock(LOCK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                return false;
            }
        }

        @Override
        public long sizeOf(Object object) {
            return classes.sizeOf(object);
        }
    }

    /** Steps of installing a remedy, and one that may follow later. */
    enum Stage {
        PLAN, DEFINE, PREPARE, REWRITE, SELF_TEST,

        /** Another agent retransforms a class whose edits are to be kept. */
        KEEP;

        /** Test hook: name of the stage that is to fail, to test recovery from a failure at every stage. */
        static final String FAIL_PROPERTY = "dev.slipstream.test.fail";

        private static final String FAIL = System.getProperty(FAIL_PROPERTY, "");

        void enter() {
            if (FAIL.equals(name())) {
                throw new IllegalStateException("made to fail at " + name());
            }
        }
    }
}
