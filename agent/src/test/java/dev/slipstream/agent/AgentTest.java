package dev.slipstream.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Test of what the agent says if it fails. These tests load it from a folder, in which it finds no engine. */
class AgentTest {
    private static String said() {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            Agent.agentmain("", null);
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void withoutAnEngineNothingIsChanged() {
        assertThat(said()).startsWith("slipstream: not started, the application runs on unchanged: java.");
    }

    @Test
    void anEngineThatFailsMayHaveChangedSomething() throws ReflectiveOperationException {
        BiFunction<String, Instrumentation, String> failing = (request, instrumentation) -> {
            throw new StackOverflowError();
        };
        Field engine = EngineLoader.class.getDeclaredField("engine");
        engine.setAccessible(true);
        engine.set(null, failing);
        try {
            assertThat(said()).isEqualTo("slipstream: not all was done, the application runs on: java.lang.StackOverflowError"
                    + System.lineSeparator());
        } finally {
            engine.set(null, null);
        }
    }
}
