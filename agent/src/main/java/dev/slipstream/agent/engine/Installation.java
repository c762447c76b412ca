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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/**
 * One remedy in this JVM: installs it, takes it back, and says how it stands.
 *
 * <p>Installing and undoing are exclusive (one lock for all remedies, held by the engine's caller or by a keeper that undoes);
 * reading the state is not.
 */
final class Installation implements Rewriting {
    private static final long LOCK_MILLIS = 50;

    private final Retrofit retrofit;
    private final JavaBase javaBase;
    private final LiveClasses classes;
    private final ReentrantLock lock;
    private boolean prepared;
    private volatile int rewrittenAgain;
    private volatile InstallWatch current;
    private volatile State state = State.OFF;
    private volatile String reason = "";
    private volatile long activeSince;
    private volatile Map<String, String> options = Map.of();
    private List<Plan.ClassEdit> edits = List.of();

    /** The settings that were in force before those that are being installed; null if it was not active. */
    private Map<String, String> replaced;
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
     * Plans and prepares; never throws. What is active already stays untouched if it has these settings, and also if they cannot
     * be used; with other settings it is taken back and installed anew, since a retrofit is prepared once.
     *
     * @return whether its classes are to be rewritten now
     */
    boolean begin(Jdk jdk, Settings settings) {
        replaced = null;
        if (state != State.ACTIVE) {
            return beginAnew(jdk, settings);
        }
        try {
            Plan plan = retrofit.plan(jdk, settings);
            if (plan.state() != State.ACTIVE) {
                refused = plan.reason();
            }
        } catch (NotThere | IllegalArgumentException e) {
            refused = e.getMessage();
        }
        if (!refused.isEmpty() || settings.inForce().equals(options)) {
            return false;
        }
        replaced = options;
        change = "taken back";
        takeBack();
        become(State.OFF, "");
        return beginAnew(jdk, settings);
    }

    /** Why a value of the settings cannot be used, or null. Changes nothing. */
    String unusable(Jdk jdk, Settings settings) {
        try {
            retrofit.plan(jdk, settings);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        } catch (NotThere declinesOnThisJdk) {
            return null;
        }
    }

    /** Nobody asks for it any more: why it is not active does not matter. */
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
                text.append(text.length() == 0 ? "now " : ", ").append(retrofit.remedy()).append('.').append(key).append('=')
                        .append(next == null ? "none" : next).append(" in place of ").append(old == null ? "none" : old);
            }
        }
        return text.toString();
    }

    private boolean beginAnew(Jdk jdk, Settings settings) {
        try {
            Stage.PLAN.enter();
            Plan plan = retrofit.plan(jdk, settings);
            become(plan.state(), plan.reason());
            if (plan.state() != State.ACTIVE) {
                return false;
            }
            options = settings.inForce();
            activeSince = System.currentTimeMillis();
            rewrittenAgain = 0;
            Stage.DEFINE.enter();
            javaBase.open(retrofit.opens());
            BiFunction<String, Object, Object> graft = javaBase.define(retrofit.grafts(), retrofit.graftNeighbour());
            prepared = true;
            InstallWatch watch = new InstallWatch(this);
            current = watch;
            retrofit.prepare(graft, settings, watch);
            Stage.PREPARE.enter();
            edits = plan.edits();
            return true;
        } catch (Throwable e) {
            notRewritten(e);
            return false;
        }
    }

    @Override
    public LiveClasses.Wish wish() {
        return new LiveClasses.Wish(retrofit.remedy(), edits, retrofit.keepsEdits() ? current : null);
    }

    @Override
    public void rewritten() {
        try {
            Stage.REWRITE.enter();
            retrofit.activate();
            Stage.TRIAL.enter();
            if (!retrofit.note().isEmpty()) {
                become(State.ACTIVE, retrofit.note());
            }
            change = replaced == null ? "installed" : difference(replaced, options);
        } catch (Throwable e) {
            notRewritten(e);
        }
    }

    @Override
    public void notRewritten(Throwable why) {
        if (why instanceof NotThere || why instanceof IllegalArgumentException) {
            takeBack();
            become(State.DECLINED, why.getMessage());
        } else {
            fail(describe(why));
        }
    }

    private void fail(String why) {
        takeBack();
        become(State.FAILED, why);
    }

    private void takeBack() {
        finish();
        Throwable why = classes.restore(List.of(retrofit.remedy())).get(retrofit.remedy());
        if (why != null) {
            notRestored(why);
        }
        deactivate();
    }

    @Override
    public void finish() {
        current = null;
        if (prepared) {
            finishNow();
        }
    }

    /** On whatever thread, and perhaps more than once. */
    void finishNow() {
        try {
            retrofit.finish();
        } catch (Throwable e) {
            say("did not finish: ".concat(describe(e)));
        }
    }

    @Override
    public void notRestored(Throwable why) {
        say("the original methods could not be restored: ".concat(describe(why)));
    }

    @Override
    public void restored() {
        deactivate();
        become(State.OFF, "");
        change = "taken back";
    }

    private void deactivate() {
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

    void say(String line) {
        System.err.println("slipstream: ".concat(retrofit.remedy()).concat(" ").concat(line));
    }

    /** Whether what this watch is of is still there. */
    boolean isOf(InstallWatch watch) {
        return current == watch;
    }

    /** Takes it back and says so, if what the watch is of is still there. */
    void undo(InstallWatch watch, String why) {
        lock.lock();
        try {
            if (current == watch) {
                failAloud(why);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Another agent has made the edits of this watch impossible. */
    void lose(InstallWatch watch) {
        lock.lock();
        try {
            if (current == watch) {
                lose("its class can no longer be rewritten");
            }
        } finally {
            lock.unlock();
        }
    }

    private void lose(String why) {
        takeBack();
        String other = classes.lastOther();
        become(State.LOST, (other.isEmpty() ? "another agent" : other).concat(" (").concat(why).concat(")"));
        System.err.println("slipstream: ".concat(line()));
    }

    /**
     * Another agent has redefined classes that it rewrites. The caller holds the lock.
     *
     * @param lost whether its edits were lost by that; they are in force again
     */
    void touched(boolean lost) {
        try {
            if (lost) {
                madeUp();
                say("was undone by another agent, and is in force again");
            }
            String failure = retrofit.check();
            if (failure != null) {
                // A transformer that comes after ours may have dropped the edits this once.
                rewriteAgain();
            }
        } catch (Throwable e) {
            lose(describe(e));
        }
    }

    /** Has the edits in force again and tries them out, once. The caller holds the lock. */
    void rewriteAgain() {
        try {
            classes.rewriteAgain(retrofit.remedy());
            madeUp();
            String failure = retrofit.check();
            if (failure != null) {
                lose(failure);
            }
        } catch (Throwable e) {
            lose(describe(e));
        }
    }

    private void madeUp() throws Exception {
        rewrittenAgain++;
        retrofit.rewrittenAgain();
    }

    /** How often another agent has undone it, and its classes were rewritten again. */
    int rewrittenAgain() {
        return rewrittenAgain;
    }

    /**
     * Never waits for long while the remedy is being taken back: the lock is then held until the remedy's threads have ended, and
     * this may be called by one of them.
     */
    boolean rewrite(InstallWatch watch, List<Plan.ClassEdit> next) {
        while (current == watch && !isLocked()) {
            continue;
        }
        if (!lock.isHeldByCurrentThread()) {
            return false;
        }
        try {
            if (current == watch) {
                classes.rewrite(List.of(new LiveClasses.Wish(retrofit.remedy(), next, null)));
            }
        } catch (Exception | LinkageError e) {
            failAloud(describe(e));
        } finally {
            lock.unlock();
        }
        return current == watch;
    }

    /** Waits a moment for the lock, and returns whether it has it. */
    private boolean isLocked() {
        try {
            return lock.tryLock(LOCK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException notMeantForUs) {
            return false;
        }
    }

    long sizeOf(Object object) {
        return classes.sizeOf(object);
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
}
