package dev.slipstream.stress.naming;

import dev.slipstream.runtime.naming.RealHandover;
import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/**
 * A thread stores its Java name as the graft does, by a release store before it leaves the name, and then reads what another thread
 * writes before it asks for the name. The thread's entry is on the stack already, so that leaving the name is all that has a fence.
 */
@Outcome(id = "false, old", expect = Expect.FORBIDDEN, desc = "Neither saw the other's write.")
@Outcome(id = {"true, old", "false, new", "true, new"}, expect = Expect.ACCEPTABLE, desc = "One saw the other's write, or both.")
@Run(actors = {"rename", "ask"}, holds = RealHandover.class, broken = BrokenHandover.LeavesWithoutFence.class)
public final class JavaName {
    private static final VarHandle NAME;

    static {
        try {
            NAME = MethodHandles.lookup().findVarHandle(JavaName.class, "name", String.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Renames.Handover handover;
    private volatile String name = "old";
    private volatile boolean written;

    public JavaName(Supplier<Renames.Handover> kind) {
        handover = kind.get();
        handover.rename(0, name);
    }

    /** Returns whether the other thread's write was seen. */
    public boolean rename() {
        Pause.briefly();
        NAME.setRelease(this, "new");
        handover.rename(0, "new");
        return written;
    }

    /** Returns the name. */
    public String ask() {
        Pause.briefly();
        written = true;
        return name;
    }
}
