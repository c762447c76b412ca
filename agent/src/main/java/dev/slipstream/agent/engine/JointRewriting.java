package dev.slipstream.agent.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rewrites and restores for several participants at once. Each rewriting stops all threads and leaves one more version of each
 * class; HotSpot retains those versions that have native methods in use. Hence one joint rewriting. If it fails, each participant
 * is rewritten separately, which identifies the culprit and shields the others.
 */
final class JointRewriting {
    private final LiveClasses classes;

    JointRewriting(LiveClasses classes) {
        this.classes = classes;
    }

    /** Rewrites for the prepared participants. */
    void rewrite(List<Participant> prepared) {
        try {
            classes.rewrite(wishes(prepared));
        } catch (Throwable e) {
            oneByOne(prepared);
            return;
        }
        for (Participant one : prepared) {
            one.rewritten();
        }
    }

    private void oneByOne(List<Participant> prepared) {
        Map<String, Throwable> failed = classes.restore(owners(prepared));
        for (Participant one : prepared) {
            Throwable why = failed.get(one.wish().owner());
            if (why != null) {
                one.notRewritten(why);
            } else {
                alone(one);
            }
        }
    }

    private void alone(Participant one) {
        try {
            classes.rewrite(wishes(List.of(one)));
        } catch (Throwable e) {
            one.notRewritten(e);
            return;
        }
        one.rewritten();
    }

    /**
     * Restores for the active participants, except those that cannot finish. Method bodies come before the rest: a graft that is no
     * longer called needs nothing.
     */
    void restore(List<Participant> active) {
        // First: if it fails for want of memory, nothing has changed.
        List<Participant> finished = new ArrayList<>(active);
        List<String> owners = owners(active);
        for (Participant one : active) {
            if (!one.finish()) {
                owners.remove(finished.indexOf(one));
                finished.remove(one);
            }
        }
        Map<String, Throwable> failed = classes.restore(owners);
        for (int i = 0; i < owners.size(); i++) {
            Throwable why = failed.get(owners.get(i));
            if (why != null) {
                finished.get(i).notRestored(why);
            }
            finished.get(i).restored();
        }
    }

    private static List<LiveClasses.Wish> wishes(List<Participant> of) {
        List<LiveClasses.Wish> wishes = new ArrayList<>();
        for (Participant each : of) {
            wishes.add(each.wish());
        }
        return wishes;
    }

    private static List<String> owners(List<Participant> of) {
        List<String> owners = new ArrayList<>();
        for (Participant each : of) {
            owners.add(each.wish().owner());
        }
        return owners;
    }

    /**
     * Participant in a joint rewriting of classes: a remedy, or the agent's {@link Observability}. A failure of one does not affect
     * the others. The caller holds the engine's lock; no method throws.
     */
    interface Participant {
        /** Returns the edits to apply. */
        LiveClasses.Wish wish();

        /** Called when the classes have been rewritten and may be used. */
        void rewritten();

        /** Called when the classes could not be rewritten. Discards what was prepared for that. */
        void notRewritten(Throwable why);

        /**
         * Called before the classes are restored. Completes pending work that would be wrong afterwards.
         *
         * @return whether it is complete; otherwise the classes keep the edits
         */
        boolean finish();

        /** Called when the classes could not be restored; {@link #restored} follows nevertheless. */
        void notRestored(Throwable why);

        /** Called when the classes have been restored. Releases the rest. */
        void restored();
    }
}
