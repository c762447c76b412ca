package dev.slipstream.it.common;

import dev.slipstream.testkit.TestJdk;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Test that takes a {@link TestJdk} and runs once on each available JDK within a range of feature releases. In the short tier it runs
 * on one of them, chosen by the test's name, so that all tests together use all JDKs. A core test runs on each JDK in both tiers.
 * In the long tier, each test also runs on the baked copies of the JDKs on which it runs in the short tier, unless it is
 * {@link OnStockOnly}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
@ArgumentsSource(OnEveryJdk.Jdks.class)
public @interface OnEveryJdk {
    /** Returns the oldest feature release. */
    int from() default 17;

    /** Returns the newest feature release. */
    int to() default Integer.MAX_VALUE;

    /** Returns the subject of which this is a core test, such as a remedy, or an empty text. */
    String core() default "";

    /** Supplies the JDKs of a test. */
    final class Jdks implements ArgumentsProvider, AnnotationConsumer<OnEveryJdk> {
        private OnEveryJdk test;

        @Override
        public void accept(OnEveryJdk annotation) {
            test = annotation;
        }

        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            String name = context.getRequiredTestClass().getSimpleName() + "." + context.getRequiredTestMethod().getName();
            boolean everywhere = "all".equals(System.getProperty("slipstream.tier"));
            List<TestJdk> jdks = new ArrayList<>(of(test, name, TestJdk.all(), everywhere));
            if (everywhere && runsOnBaked(context.getRequiredTestMethod())) {
                of(test, name, TestJdk.all(), false).stream().filter(jdk -> !jdk.isBaked()).map(BakedJdks::of).forEach(jdks::add);
            }
            return jdks.stream().map(Arguments::of);
        }

        /** Returns whether a test runs on baked JDKs in the long tier. */
        public static boolean runsOnBaked(Method test) {
            return !test.isAnnotationPresent(OnStockOnly.class)
                    && !test.getDeclaringClass().isAnnotationPresent(OnStockOnly.class);
        }

        /** Returns those of the given JDKs on which a test of that name runs. */
        public static List<TestJdk> of(OnEveryJdk test, String name, List<TestJdk> jdks, boolean everywhere) {
            List<TestJdk> inRange = jdks.stream()
                    .filter(jdk -> jdk.feature() >= test.from() && jdk.feature() <= test.to())
                    .toList();
            return everywhere || inRange.isEmpty() || !test.core().isEmpty() ? inRange
                    : List.of(inRange.get(Math.floorMod(name.hashCode(), inRange.size())));
        }
    }
}
