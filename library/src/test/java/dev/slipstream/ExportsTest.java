package dev.slipstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Java module exports its API, which mentions nothing else, and keeps the runtime to itself. */
class ExportsTest {
    private static final String RUNTIME = "dev.slipstream.runtime";
    private static final Path CLASSES = ForkedJvm.ROOT.resolve("library/target/classes");

    /** The packages that have a source. */
    private static Set<String> exported() throws IOException {
        try (Stream<Path> folders = Files.list(ForkedJvm.ROOT.resolve("library/src/main/java/dev/slipstream"))) {
            return folders.map(folder -> "dev.slipstream." + folder.getFileName()).collect(Collectors.toSet());
        }
    }

    @Test
    void areTheApi() throws IOException {
        Set<String> exported = exported();
        ModuleDescriptor module = ModuleFinder.of(CLASSES).find("dev.slipstream").orElseThrow().descriptor();
        assertThat(module.requires()).extracting(ModuleDescriptor.Requires::name)
                .containsOnly("java.base", "java.management", "org.jspecify");
        // An application need not have the others.
        assertThat(module.requires()).filteredOn(each -> !each.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
                .extracting(ModuleDescriptor.Requires::name).containsOnly("java.base");
        assertThat(module.exports()).allMatch(each -> !each.isQualified()).extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrderElementsOf(exported);
        assertThat(module.packages()).contains(RUNTIME + ".naming")
                .allMatch(each -> exported.contains(each) || each.startsWith(RUNTIME));
    }

    /** In no signature, also as the argument of a generic type or as an exception. */
    @Test
    void mentionNothingElse() throws Exception {
        String api = Files.readString(ForkedJvm.ROOT.resolve("library/api.txt"));
        Set<String> mentioned = Pattern.compile("\\b(dev\\.slipstream(\\.[a-z]\\w*)*|jdk|sun)\\.[A-Z]").matcher(api).results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        assertThat(mentioned).hasSizeGreaterThan(3).isSubsetOf(exported());
    }
}
