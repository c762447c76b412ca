package dev.slipstream.examples.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {
    private static String page(Page page, List<Page.Series> all) throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        page.write(all, to);
        return to.toString(StandardCharsets.UTF_8);
    }

    @Test
    void bothWriteTheSame() throws IOException {
        List<Page.Series> all = Page.Series.some(500);
        assertThat(page(Page.BUFFER, all)).isEqualTo(page(Page.BUILDER, all)).hasLineCount(1_000);
    }

    @Test
    void aSeriesHasTwoLines() throws IOException {
        Page.Series series = new Page.Series("/orders/1", 404, 12, 0.75, 1_780_000_000_000L);
        assertThat(page(Page.BUFFER, List.of(series))).isEqualTo("""
                requests_total{path="/orders/1",status="404"} 12 1780000000000
                requests_seconds_sum{path="/orders/1",status="404"} 0.75 1780000000000
                """);
    }
}
