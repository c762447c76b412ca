package dev.slipstream.priority;

/**
 * How what is applied comes to agree with what is wanted, though several threads apply, and others change what is wanted, each of
 * which applies afterwards. Whoever applies looks again when it has, and applies again while it finds something else.
 *
 * <p>Let W be the last thing applied, by T. T has looked afterwards and found that W is wanted. Had somebody wanted something
 * else later, it would have applied that later than W.
 */
abstract class Settling {
    /** What is wanted now; read as a volatile is. */
    abstract int wanted();

    /** Makes it so, with the order of a volatile write. */
    abstract void apply(int what);

    /** @return what was applied in the end */
    final int settle() {
        int what;
        do {
            what = wanted();
            apply(what);
        } while (wanted() != what);
        return what;
    }
}
