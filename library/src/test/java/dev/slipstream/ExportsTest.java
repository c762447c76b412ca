package dev.slipstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
        assertThat(module.requires()).extracting(ModuleDescriptor.Requires::name).containsOnly("java.base", "java.management");
        assertThat(module.exports()).allMatch(each -> !each.isQualified()).extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrderElementsOf(exported);
        assertThat(module.packages()).contains(RUNTIME + ".naming")
                .allMatch(each -> exported.contains(each) || each.startsWith(RUNTIME));
    }

    @Test
    void mentionNothingElse() throws Exception {
        Set<String> exported = exported();
        List<Class<?>> types = new ArrayList<>();
        for (String each : exported) {
            types.addAll(publicTypes(CLASSES.resolve(each.replace('.', '/')), each));
        }
        assertThat(types).hasSizeGreaterThan(10).allSatisfy(type -> assertThat(mentioned(type))
                .allMatch(each -> isKnownToUsers(each, exported)));
    }

    private static List<Class<?>> publicTypes(Path folder, String name) throws IOException, ClassNotFoundException {
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class") && !each.endsWith("package-info.class"))
                    .toList()) {
                Class<?> type = Class.forName(name + "." + file.getFileName().toString().replace(".class", ""), false,
                        ExportsTest.class.getClassLoader());
                if (Modifier.isPublic(type.getModifiers())) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    /** Returns the types in the signatures of what users can call, with what is inherited. */
    private static List<Class<?>> mentioned(Class<?> type) {
        List<Class<?>> mentioned = new ArrayList<>(List.of(type.getInterfaces()));
        for (Field field : type.getFields()) {
            mentioned.add(field.getType());
        }
        for (Method method : type.getMethods()) {
            mentioned.add(method.getReturnType());
        }
        Stream.<Executable>concat(Stream.of(type.getMethods()), Stream.of(type.getConstructors()))
                .forEach(each -> mentioned.addAll(List.of(each.getParameterTypes())));
        return mentioned;
    }

    private static boolean isKnownToUsers(Class<?> type, Set<String> exported) {
        Class<?> single = type.isArray() ? type.componentType() : type;
        return single.isPrimitive() || single.isArray() || single.getName().startsWith("java.")
                || exported.contains(single.getPackageName());
    }
}
