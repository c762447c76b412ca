package dev.slipstream.priority;

/**
 * Loop that makes the applied value agree with the wanted one. Several threads apply; other threads change the wanted value, and
 * each of these applies afterwards. A thread that has applied a value checks it again, and repeats while another one is wanted.
 *
 * <p>Let W be the last value applied, by thread T. T has checked afterwards and found that W is wanted. A thread that had changed
 * the wanted value after that would have applied it later than W.
 */
abstract class Settling {
    /** Returns the value that is wanted now. Has the semantics of a volatile read. */
    abstract int wanted();

    /** Applies a value. Has the semantics of a volatile write. */
    abstract void apply(int what);

    /** Applies the wanted value, and returns the last one applied. */
    final int settle() {
        int what;
        do {
            what = wanted();
            apply(what);
        } while (wanted() != what);
        return what;
    }
}
