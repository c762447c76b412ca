package dev.slipstream.testkit;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Signatures of the types and members in a folder of class files that code elsewhere can use, one a line, in a fixed order. */
public final class Api {
    private final Path classes;
    private final ClassLoader loader;

    /** The loader finds the classes; none of them is initialised. */
    public Api(Path classes, ClassLoader loader) {
        this.classes = classes;
        this.loader = loader;
    }

    /** Describes the packages whose names begin so, without those that begin in one of the other ways. */
    public String describe(String packages, String... without) throws IOException, ClassNotFoundException {
        List<String> lines = new ArrayList<>();
        for (String name : names()) {
            if (name.startsWith(packages) && Stream.of(without).noneMatch(name::startsWith)) {
                Class<?> type = Class.forName(name, false, loader);
                if (isVisible(type)) {
                    lines.add(header(type));
                    members(type).sorted().forEach(member -> lines.add("    " + member));
                }
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString()).filter(file -> file.endsWith(".class"))
                    .filter(file -> !file.endsWith("-info.class"))
                    .map(file -> file.replace(".class", "").replace('/', '.')).sorted().toList();
        }
    }

    private static boolean isVisible(Class<?> type) {
        return isVisible(type.getModifiers())
                && (type.getEnclosingClass() == null || (type.isMemberClass() && isVisible(type.getEnclosingClass())));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String header(Class<?> type) {
        Type parent = type.getGenericSuperclass();
        return type.toGenericString() + (parent == null || parent == Object.class ? "" : " extends " + parent.getTypeName())
                + (type.getGenericInterfaces().length == 0 ? "" : Stream.of(type.getGenericInterfaces()).map(Type::getTypeName)
                        .collect(Collectors.joining(", ", type.isInterface() ? " extends " : " implements ", "")));
    }

    private static Stream<String> members(Class<?> type) {
        return Stream.concat(usable(type.getDeclaredConstructors(), Constructor::toGenericString), fieldsAndMethods(type))
                .map(each -> each.replace("synchronized ", ""));
    }

    /** With those that a type inherits from a superclass that others cannot name. */
    private static Stream<String> fieldsAndMethods(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        Stream<String> inherited = parent == null || isVisible(parent) ? Stream.of() : fieldsAndMethods(parent);
        Stream<String> own = Stream.concat(usable(type.getDeclaredFields(), Field::toGenericString),
                usable(type.getDeclaredMethods(), Method::toGenericString));
        return Stream.concat(inherited, own.map(each -> each.replace(type.getName() + ".", "")));
    }

    private static <M extends Member> Stream<String> usable(M[] members, Function<M, String> description) {
        return Stream.of(members).filter(each -> isVisible(each.getModifiers()) && !each.isSynthetic()).map(description);
    }
}
