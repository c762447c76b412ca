package dev.slipstream.examples.text;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a service counts of one kind of request.
 *
 * @param path of the requests
 * @param status of the answers
 * @param count how many there were
 * @param seconds how long all took together
 * @param latest when the last one was, in milliseconds since 1970
 */
public record Series(String path, int status, long count, double seconds, long latest) {
    private static final int[] STATUSES = {200, 304, 404, 500};
    private static final long DAY_MILLIS = 86_400_000;
    private static final long THEN = 1_780_000_000_000L;

    /** So many, always the same. */
    public static List<Series> some(int count) {
        SplittableRandom random = new SplittableRandom(1);
        List<Series> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Series("/orders/" + i, STATUSES[i % STATUSES.length], random.nextLong(1_000_000),
                    random.nextLong(10_000_000_000L) / 1e6, THEN + random.nextLong(DAY_MILLIS)));
        }
        return all;
    }
}
