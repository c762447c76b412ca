package dev.slipstream.examples.text;

import dev.slipstream.text.TextBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Page with all metrics, in the text format of Prometheus. Each line is written as soon as it is built. */
public enum Page {
    /** A {@link StringBuilder} for each line. */
    BUILDER {
        @Override
        public void write(List<Series> all, OutputStream to) throws IOException {
            for (Series series : all) {
                to.write(labels(new StringBuilder("requests_total"), series).append(series.count()).append(' ')
                        .append(series.latest()).append('\n').toString().getBytes(StandardCharsets.UTF_8));
                to.write(labels(new StringBuilder("requests_seconds_sum"), series).append(series.seconds()).append(' ')
                        .append(series.latest()).append('\n').toString().getBytes(StandardCharsets.UTF_8));
            }
        }

        private StringBuilder labels(StringBuilder line, Series series) {
            return line.append("{path=\"").append(series.path()).append("\",status=\"").append(series.status()).append("\"} ");
        }
    },

    /** One {@link TextBuffer} for all lines. */
    BUFFER {
        @Override
        public void write(List<Series> all, OutputStream to) throws IOException {
            TextBuffer line = new TextBuffer();
            for (Series series : all) {
                labels(line.reset().append("requests_total"), series).append(series.count()).append(' ').append(series.latest())
                        .append('\n').writeUtf8(to);
                labels(line.reset().append("requests_seconds_sum"), series).append(series.seconds()).append(' ')
                        .append(series.latest()).append('\n').writeUtf8(to);
            }
        }

        private TextBuffer labels(TextBuffer line, Series series) {
            return line.append("{path=\"").append(series.path()).append("\",status=\"").append(series.status()).append("\"} ");
        }
    };

    /** Writes two lines for each series. */
    public abstract void write(List<Series> all, OutputStream to) throws IOException;

    /**
     * Counts of one kind of request.
     *
     * @param path path of the requests
     * @param status status of the responses
     * @param count number of requests
     * @param seconds total duration of the requests
     * @param latest time of the last request, in milliseconds since 1970
     */
    public record Series(String path, int status, long count, double seconds, long latest) {
        private static final int[] STATUSES = {200, 304, 404, 500};
        private static final long DAY_MILLIS = 86_400_000;
        private static final long THEN = 1_780_000_000_000L;

        /** Returns a number of series, always the same. */
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
}
