package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.process.Folders;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnEveryJdk.Jdks;
import dev.slipstream.it.metrics.MetricsTest;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test that every test of every module is in one of the two tiers, and that none is skipped. */
class TiersTest {
    private static final String LONG = "long";
    private static final Pattern TEST =
            Pattern.compile("(?m)^ +@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|OnEveryJdk)\\b");
    private static final Pattern SKIPS =
            Pattern.compile("@(Disabled|Enabled(?!OnOs))\\w*|\\bassum(e|ing)\\w*\\(|Assumptions|TestAborted");
    private static final List<TestJdk> RELEASES =
            Stream.of(17, 21, 25, 26, 27, 28).map(feature -> new TestJdk(feature, Path.of("/nowhere"))).toList();

    private static List<Path> sources() throws IOException {
        String tests = Pattern.quote(ForkedJvm.ROOT.toString()) + "/(\\w+/src/test|testkit/src/main)/.*\\.java";
        return Folders.files(ForkedJvm.ROOT, file -> file.toString().matches(tests) && !file.endsWith("TiersTest.java"))
                .stream().sorted().toList();
    }

    private static List<Method> onEveryJdk() throws Exception {
        List<Method> methods = new ArrayList<>();
        Path here = Path.of(TiersTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.walk(here.resolve("dev/slipstream/it"))) {
            for (Path file : files.filter(file -> file.toString().endsWith("Test.class")).toList()) {
                Class<?> type = Class.forName(here.relativize(file).toString().replace(".class", "").replace('/', '.'));
                methods.addAll(
                        Stream.of(type.getDeclaredMethods()).filter(each -> each.isAnnotationPresent(OnEveryJdk.class)).toList());
            }
        }
        return methods;
    }

    private static List<TestJdk> of(Method method, boolean everywhere) {
        String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        return Jdks.of(method.getAnnotation(OnEveryJdk.class), name, RELEASES, everywhere);
    }

    @Test
    void surefireFindsEveryTest() throws IOException {
        String modules = Files.readString(ForkedJvm.ROOT.resolve("pom.xml"));
        for (Path source : sources()) {
            if (TEST.matcher(Files.readString(source)).find()) {
                assertThat(source.getFileName().toString()).as(source.toString()).endsWith("Test.java");
                assertThat(modules).contains("<module>" + ForkedJvm.ROOT.relativize(source).getName(0) + "</module>");
            }
        }
    }

    /** {@code ./slipstream test} takes simple names, and {@link OnEveryJdk} chooses by them. */
    @Test
    void noTwoOfAModuleHaveTheSameName() throws IOException {
        assertThat(sources().stream().filter(source -> source.toString().endsWith("Test.java"))
                .map(source -> ForkedJvm.ROOT.relativize(source).getName(0) + " " + source.getFileName()))
                .doesNotHaveDuplicates();
    }

    @Test
    void noneIsSkipped() throws IOException {
        for (Path source : sources()) {
            assertThat(SKIPS.matcher(Files.readString(source)).results().map(MatchResult::group)).as(source.toString()).isEmpty();
        }
    }

    /** A test with any other tag would run in the short tier. */
    @Test
    void oneWordSetsTheLongTierApart() throws IOException {
        Set<String> tags = new TreeSet<>();
        for (Path source : sources()) {
            Pattern.compile("@Tags?\\((.*)\\)").matcher(Files.readString(source)).results()
                    .forEach(tag -> tags.add(tag.group(1)));
        }
        assertThat(tags).containsExactly('"' + LONG + '"');
    }

    /** Checks the tags that the build passes to Surefire. */
    @Test
    void allLeavesNothingOut() {
        assertThat(System.getProperty("slipstream.left-out"))
                .isEqualTo("all".equals(System.getProperty("slipstream.tier")) ? "" : LONG);
    }

    @Test
    void allRunsOnEveryJdkOfItsRange() throws Exception {
        assertThat(onEveryJdk()).hasSizeGreaterThan(100).allSatisfy(method -> {
            OnEveryJdk test = method.getAnnotation(OnEveryJdk.class);
            assertThat(of(method, true)).as(method.toString()).isNotEmpty().containsExactlyElementsOf(RELEASES.stream()
                    .filter(jdk -> jdk.feature() >= test.from() && jdk.feature() <= test.to()).toList());
        });
    }

    @Test
    void theShortTierRunsOnOneAtLeastAndAllTestsTogetherOnEvery() throws Exception {
        Set<TestJdk> used = new TreeSet<>((a, b) -> a.feature() - b.feature());
        for (Method method : onEveryJdk()) {
            List<TestJdk> some = of(method, false);
            assertThat(of(method, true)).as(method.toString()).containsAll(some);
            assertThat(some).as(method.toString()).isNotEmpty();
            if (method.getAnnotation(OnEveryJdk.class).core().isEmpty()) {
                used.addAll(some);
            }
        }
        assertThat(used).containsExactlyElementsOf(RELEASES);
    }

    /** On a JDK that a remedy does not support, the core test checks what the remedy reports there. */
    @Test
    void everyRemedyHasACoreTestInTheShortTierOnEveryJdk() throws Exception {
        Set<String> tested = new TreeSet<>();
        for (Method method : onEveryJdk()) {
            if (Stream.of(method.getDeclaringClass(), method).noneMatch(each -> each.isAnnotationPresent(Tag.class))) {
                of(method, false).forEach(jdk -> tested.add(method.getAnnotation(OnEveryJdk.class).core() + " on " + jdk));
            }
        }
        for (String remedy : MetricsTest.documented().keySet()) {
            assertThat(tested).containsAll(RELEASES.stream().map(jdk -> remedy + " on " + jdk).toList());
        }
    }

    @Test
    void theCoreTestsOfARemedyRunOnBakedJdksToo() throws Exception {
        Set<String> remedies = MetricsTest.documented().keySet();
        assertThat(onEveryJdk()).filteredOn(method -> remedies.contains(method.getAnnotation(OnEveryJdk.class).core()))
                .hasSizeGreaterThanOrEqualTo(remedies.size()).allMatch(Jdks::runsOnBaked);
    }
}
