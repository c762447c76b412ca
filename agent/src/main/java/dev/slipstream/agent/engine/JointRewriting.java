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
    void rewrite(List<Rewriting> prepared) {
        try {
            classes.rewrite(wishes(prepared));
        } catch (Throwable e) {
            oneByOne(prepared);
            return;
        }
        for (Rewriting one : prepared) {
            one.rewritten();
        }
    }

    private void oneByOne(List<Rewriting> prepared) {
        Map<String, Throwable> failed = classes.restore(owners(prepared));
        for (Rewriting one : prepared) {
            Throwable why = failed.get(one.wish().owner());
            if (why != null) {
                one.notRewritten(why);
            } else {
                alone(one);
            }
        }
    }

    private void alone(Rewriting one) {
        try {
            classes.rewrite(wishes(List.of(one)));
        } catch (Throwable e) {
            one.notRewritten(e);
            return;
        }
        one.rewritten();
    }

    /** Restores for the active participants. Method bodies come before the rest: a graft that is no longer called needs nothing. */
    void restore(List<Rewriting> active) {
        for (Rewriting one : active) {
            one.finish();
        }
        Map<String, Throwable> failed = classes.restore(owners(active));
        for (Rewriting one : active) {
            Throwable why = failed.get(one.wish().owner());
            if (why != null) {
                one.notRestored(why);
            }
            one.restored();
        }
    }

    private static List<LiveClasses.Wish> wishes(List<Rewriting> of) {
        List<LiveClasses.Wish> wishes = new ArrayList<>();
        for (Rewriting each : of) {
            wishes.add(each.wish());
        }
        return wishes;
    }

    private static List<String> owners(List<Rewriting> of) {
        List<String> owners = new ArrayList<>();
        for (Rewriting each : of) {
            owners.add(each.wish().owner());
        }
        return owners;
    }
}
