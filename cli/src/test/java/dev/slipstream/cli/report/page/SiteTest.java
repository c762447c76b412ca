package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.process.Folders;
import dev.slipstream.cli.report.page.Chromium.Opened;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of the site that {@code tools/site} makes of the documents. The generator has to be fetched. */
@Tag("long")
@ExtendWith(WithChromium.class)
class SiteTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root")).toAbsolutePath();
    private static final Pattern LINK = Pattern.compile("\\b(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile("\\bid=\"([^\"]*)\"");

    @TempDir
    private static Path folder;

    private static Path site;

    @BeforeAll
    static void build() throws Exception {
        site = folder.resolve("site");
        build(0, ROOT, site);
    }

    private static String build(int code, Path checkout, Path output) throws IOException, InterruptedException {
        ProcessBuilder command = new ProcessBuilder(checkout.resolve("tools/site").toString(), output.toString());
        Process process = command.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(code);
        return said;
    }

    private static List<Path> documents() throws IOException {
        return Folders.files(ROOT, file -> file.toString().matches("(?!.*/(target|\\.github)/).*\\.md"));
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult each) -> each.group(1).replace("&amp;", "&")).toList();
    }

    @Test
    void eachDocumentIsAPage() throws IOException {
        for (Path document : documents()) {
            assertThat(site.resolve(ROOT.relativize(document).toString().replaceAll("md$", "html"))).isRegularFile();
        }
    }

    /** Files, pages and places in pages; apart from what the generator itself checks. */
    @Test
    void eachLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : Folders.files(site, file -> file.toString().endsWith(".html"))) {
            for (String link : all(LINK, Files.readString(page))) {
                if (!link.matches("[a-z]+:.*") && !leadsSomewhere(page, link)) {
                    broken.add(site.relativize(page) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        URI uri = URI.create(link);
        Path target = uri.getPath() == null || uri.getPath().isEmpty() ? page : page.resolveSibling(uri.getPath()).normalize();
        if (!Files.exists(target) || !target.startsWith(site)) {
            return false;
        }
        Set<String> ids = uri.getFragment() == null || uri.getFragment().isEmpty() ? Set.of()
                : all(ID, Files.readString(target)).stream().collect(Collectors.toSet());
        return ids.isEmpty() || ids.contains(uri.getFragment());
    }

    @Test
    void aBrokenLinkEndsTheBuild() throws Exception {
        Path checkout = folder.resolve("checkout");
        for (String file : List.of("tools/site", "tools/setup.sh", "tools/python/site.txt", "docs/site/conf.py",
                "docs/site/index.html")) {
            Files.createDirectories(checkout.resolve(file).getParent());
            Files.copy(ROOT.resolve(file), checkout.resolve(file));
        }
        Files.writeString(checkout.resolve("README.md"), "# Right\n[one](docs/nowhere.md), [two](docs/index.md#no-heading)\n");
        Files.writeString(checkout.resolve("docs/index.md"), "# Right\n[three](../README.md#right)\n");
        assertThat(build(1, checkout, folder.resolve("broken"))).contains("nowhere.md", "no-heading").doesNotContain("#right");
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 1_400})
    void pagesFitTheWindowAndAskForNothingElse(int width, Chromium chromium) {
        for (String name : List.of("docs/index.html", "README.html", "docs/trust.html", "remedies/pinning.html")) {
            try (Opened opened = open(chromium, name, width)) {
                assertThat(opened.complaints()).isEmpty();
                assertThat(opened.requests()).allMatch(request -> request.startsWith(site.toUri().toString()));
                assertThat(opened.page().evaluate("document.documentElement.scrollWidth <= innerWidth")).as(name).isEqualTo(true);
            }
        }
    }

    private static Opened open(Chromium chromium, String name, int width) {
        return chromium.openAt(site.toUri() + name, Chromium.options(width));
    }

    @Test
    void theFolderLeadsToTheFrontPage(Chromium chromium) {
        try (Opened opened = open(chromium, "index.html", 1_400)) {
            opened.page().waitForURL("**/docs/index.html");
        }
    }

    @Test
    void theSearchFindsPages(Chromium chromium) {
        try (Opened opened = open(chromium, "search.html?q=carrier", 1_400)) {
            opened.page().waitForSelector("ul.search li a");
            assertThat(opened.page().locator("ul.search li a").allTextContents()).anyMatch(title -> title.contains("pinning"));
        }
    }

    @Test
    void theReportOfTwoMachinesOpens(Chromium chromium) {
        try (Opened opened = open(chromium, "docs/index.html", 1_400)) {
            opened.page().click("a[href$='machines.html']");
            assertThat(opened.page().title()).isNotEmpty();
            assertThat(opened.page().content()).contains("on 2 machines");
        }
    }

    /** Each heading of the front page. */
    @Test
    void eachQuestionIsOneClickFromTheReadme(Chromium chromium) {
        List<String> headings;
        try (Opened opened = open(chromium, "docs/index.html", 1_400)) {
            headings = opened.page().locator("section:has(> h2)").all().stream().map(each -> each.getAttribute("id")).toList();
        }
        try (Opened opened = open(chromium, "README.html", 1_400)) {
            assertThat(headings).hasSizeGreaterThan(10)
                    .allMatch(id -> opened.page().locator("article a[href='docs/index.html#" + id + "']").count() > 0);
        }
    }
}
