package dev.slipstream.it.program;

import dev.slipstream.it.program.common.Faults;
import dev.slipstream.it.program.common.VirtualThreads;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads that recurse to the end of their stack, and on the way back use a rewritten method in each of the last frames. A stack
 * overflow must leave the same state as in the JDK's own method. Prints {@code right}, or the errors.
 */
public final class StackEnds {
    private static final long STACK_BYTES = 256 << 10;

    private StackEnds() {}

    /** Arguments: the name of {@link Faults}, and the number of threads. */
    public static void main(String[] args) throws Exception {
        Faults faults = Faults.of(args[0]);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            int which = i;
            Runnable task = () -> {
                try {
                    add(wrong, faults.differsAtStackEnd(which));
                } catch (Exception e) {
                    wrong.add(e.toString());
                }
            };
            if (faults.isForVirtualThreads()) {
                VirtualThreads.start(task).join();
            } else {
                Thread thread = new Thread(null, task, "stack-end", STACK_BYTES);
                thread.start();
                thread.join();
            }
        }
        add(wrong, faults.differsAfterwards());
        System.out.println(wrong.isEmpty() ? "right" : wrong.size() + " wrong, such as " + wrong.get(0));
        System.exit(0);
    }

    private static void add(List<String> wrong, String differs) {
        if (differs != null) {
            wrong.add(differs);
        }
    }
}
