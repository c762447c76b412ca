package dev.slipstream.agent.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rewrites and restores for many at once. Each rewriting stops all threads, and leaves one more version of each class, of which
 * HotSpot keeps those that have native methods in use: so there is one rewriting for all, and not one for each. Where that fails,
 * all go on one by one, which shows who is to blame and keeps it from the others.
 */
final class Together {
    private final LiveClasses classes;

    Together(LiveClasses classes) {
        this.classes = classes;
    }

    /** Rewrites for those that are prepared. */
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

    /** Restores for those that are in force. The bodies before the rest: a graft that is not called any more needs nothing. */
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
