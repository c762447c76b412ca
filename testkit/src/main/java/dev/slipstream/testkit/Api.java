package dev.slipstream.testkit;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
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

/**
 * Signatures of the types and members in a folder of class files that code elsewhere can use, one a line, in a fixed order, with the
 * values of constants, and with what may be null.
 */
public final class Api {
    private final Path classes;
    private final ClassLoader loader;

    /** The classes of a module, found by its test; those with constants are initialised. */
    public Api(String module, Class<?> test) {
        classes = ForkedJvm.ROOT.resolve(module).resolve("target/classes");
        loader = test.getClassLoader();
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

    /**
     * Fails unless {@code api.txt} of the module of these classes lists those packages so, and leaves the list that is right in the
     * folder {@code target}.
     */
    public void isListed(String packages, String... without) throws IOException, ClassNotFoundException {
        Path right = classes.resolveSibling("api.txt");
        Path listed = classes.resolve("../../api.txt").normalize();
        Files.writeString(right, describe(packages, without));
        if (Files.mismatch(right, listed) >= 0) {
            throw new AssertionError(listed + " differs from " + right);
        }
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
        return Stream.concat(usable(type.getDeclaredConstructors(), Api::constructor), fieldsAndMethods(type))
                .map(each -> each.replace("synchronized ", ""));
    }

    /** With those that a type inherits from a superclass that others cannot name. */
    private static Stream<String> fieldsAndMethods(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        Stream<String> inherited = parent == null || isVisible(parent) ? Stream.of() : fieldsAndMethods(parent);
        Stream<String> own = Stream.concat(usable(type.getDeclaredFields(), Api::field),
                usable(type.getDeclaredMethods(), Api::method));
        return Stream.concat(inherited, own.map(each -> each.replace(type.getName() + ".", "")));
    }

    private static <M extends Member> Stream<String> usable(M[] members, Function<M, String> description) {
        return Stream.of(members).filter(each -> isVisible(each.getModifiers()) && !each.isSynthetic()).map(description);
    }

    private static String constructor(Constructor<?> constructor) {
        return constructor.toGenericString() + nulls(constructor, List.of()) + deprecated(constructor);
    }

    private static String method(Method method) {
        List<String> result = isNullable(method.getAnnotatedReturnType()) ? List.of("result") : List.of();
        return method.toGenericString() + nulls(method, result) + deprecated(method);
    }

    private static String field(Field field) {
        String value = isConstant(field) ? " = " + value(field) : "";
        return field.toGenericString() + value + (isNullable(field.getAnnotatedType()) ? ", may be null" : "")
                + deprecated(field);
    }

    /** Users compile the value of such a field into their own classes. */
    private static boolean isConstant(Field field) {
        return Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers())
                && (field.getType().isPrimitive() || field.getType() == String.class);
    }

    private static Object value(Field field) {
        try {
            field.setAccessible(true);
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String nulls(Executable executable, List<String> result) {
        List<String> nulls = new ArrayList<>(result);
        AnnotatedType[] parameters = executable.getAnnotatedParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            if (isNullable(parameters[i])) {
                nulls.add("parameter " + (i + 1));
            }
        }
        return nulls.isEmpty() ? "" : ", may be null: " + String.join(", ", nulls);
    }

    private static boolean isNullable(AnnotatedType type) {
        return Stream.of(type.getAnnotations()).anyMatch(each -> each.annotationType().getSimpleName().equals("Nullable"));
    }

    private static String deprecated(AnnotatedElement element) {
        return element.isAnnotationPresent(Deprecated.class) ? ", deprecated" : "";
    }
}
