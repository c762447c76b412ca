package dev.slipstream.agent.plan;

import java.util.List;

/** Switch.Callback that fails the test on every call. */
public class NoCallback implements Switch.Callback {
    @Override
    public void undo(String reason) {
        throw new AssertionError(reason);
    }

    @Override
    public void selfTestFailed(String reason) {
        throw new AssertionError(reason);
    }

    @Override
    public void say(String line) {
        throw new AssertionError(line);
    }

    @Override
    public boolean rewrite(List<Plan.ClassEdit> edits) {
        throw new AssertionError(edits);
    }

    @Override
    public long sizeOf(Object object) {
        throw new AssertionError(object);
    }
}
