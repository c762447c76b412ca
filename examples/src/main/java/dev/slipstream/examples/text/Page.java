package dev.slipstream.examples.text;

import dev.slipstream.text.TextBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The page with all metrics, in the text format that Prometheus reads; each line is written once it is built. */
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

    /** Writes two lines for each. */
    public abstract void write(List<Series> all, OutputStream to) throws IOException;
}
