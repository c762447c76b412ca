package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import dev.slipstream.cli.process.Folders;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Chromium of the operating system, without a window. */
final class Chromium implements AutoCloseable {
    private static final int HEIGHT = 900;

    private final Playwright playwright;
    private final Browser browser;
    private final Path folder = folder();

    /** A page, and whatever it has said, asked for or run into. */
    record Opened(BrowserContext context, Page page, String url, List<String> complaints, List<String> requests)
            implements AutoCloseable {
        /** Asserts that the page asks for nothing else, complains of nothing, runs nothing, and is no wider than the window. */
        void isInOrder() {
            assertThat(complaints).isEmpty();
            assertThat(requests).containsExactly(url);
            assertThat(page.content()).doesNotContain("NaN").doesNotContain("Infinity");
            assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
            assertThat(page.locator("script, img").count()).isZero();
        }

        @Override
        public void close() {
            context.close();
        }
    }

    /** Starts it; fails where it is not installed. */
    Chromium() {
        Path program = program();
        this.playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        boolean root = System.getProperty("user.name").equals("root");
        this.browser = playwright.chromium().launch(new BrowserType.LaunchOptions()
                .setExecutablePath(program)
                .setArgs(root ? List.of("--no-sandbox") : List.of()));
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("slipstream-pages");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path program() {
        Stream<Path> onPath = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(each -> Path.of(each, "chromium"));
        return Stream.concat(Optional.ofNullable(System.getenv("SLIPSTREAM_CHROMIUM")).map(Path::of).stream(), onPath)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("The report is tested in Chromium, which is not there:"
                        + " apt-get install chromium, or set SLIPSTREAM_CHROMIUM to its program"));
    }

    Opened open(String html, int width) throws IOException {
        return open(html, options(width));
    }

    Opened open(String html, NewContextOptions options) throws IOException {
        return openAt(Files.writeString(Files.createTempFile(folder, "report", ".html"), html).toUri().toString(), options);
    }

    /** Opens an address, such as that of a file, as a reader would. */
    Opened openAt(String url, NewContextOptions options) {
        List<String> complaints = new ArrayList<>();
        List<String> requests = new ArrayList<>();
        BrowserContext context = browser.newContext(options);
        Page page = context.newPage();
        page.onConsoleMessage(message -> complaints.add(message.text()));
        page.onPageError(complaints::add);
        page.onDialog(dialog -> {
            complaints.add(dialog.message());
            dialog.dismiss();
        });
        page.onRequest(request -> requests.add(request.url()));
        page.navigate(url);
        return new Opened(context, page, url, complaints, requests);
    }

    static NewContextOptions options(int width) {
        return new NewContextOptions().setViewportSize(width, HEIGHT).setColorScheme(ColorScheme.LIGHT);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
