package dev.slipstream.it.program.text;

import dev.slipstream.it.program.common.Failing;
import dev.slipstream.it.program.common.Faults;
import dev.slipstream.it.program.common.StackEnd;
import dev.slipstream.it.program.common.UntilNoneFails;

/** A builder holds the text that was appended, after one that could not be made. */
public final class TextFaults implements Faults {
    private static final String LINE = "a line that needs more than 16 characters";

    @Override
    public String differsAtStackEnd(int which) {
        int[] wrong = {0};
        StackEnd.recurse(() -> {
            if (!new StringBuilder().append(LINE).toString().equals(LINE)) {
                wrong[0]++;
            }
        }, which);
        return wrong[0] == 0 ? differs() : wrong[0] + " texts differ";
    }

    /** Returns 0, since the remedy allocates nothing on the application's threads. */
    @Override
    public String failAllocations() throws Exception {
        return UntilNoneFails.on(others -> {
            Failing.after(others);
            String differs = differs();
            Failing.end();
            return differs;
        }, false);
    }

    private static String differs() {
        String text = new StringBuilder().append(LINE).append(LINE).toString();
        return text.equals(LINE.concat(LINE)) ? null : "a text is " + text;
    }
}
