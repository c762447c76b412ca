package dev.slipstream.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test that takes a {@link Jdk} and runs once on each that is there, within a range of feature releases. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}", allowZeroInvocations = true)
@ArgumentsSource(OnEveryJdk.Jdks.class)
@interface OnEveryJdk {
    /** The oldest. */
    int from() default 17;

    /** The newest. */
    int to() default Integer.MAX_VALUE;

    /** Those that are there. */
    final class Jdks implements ArgumentsProvider, AnnotationConsumer<OnEveryJdk> {
        private OnEveryJdk range;

        @Override
        public void accept(OnEveryJdk annotation) {
            range = annotation;
        }

        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            return Jdk.all().stream()
                    .filter(jdk -> jdk.feature() >= range.from() && jdk.feature() <= range.to())
                    .map(Arguments::of);
        }
    }
}
