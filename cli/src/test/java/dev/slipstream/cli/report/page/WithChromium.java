package dev.slipstream.cli.report.page;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests a {@link Chromium}: all tests of a JVM share one, which starts with the first and ends with the JVM. */
final class WithChromium implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Chromium.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot().getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Chromium.class, type -> new Chromium(), Chromium.class);
    }
}
