package dev.slipstream.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The order in which the agent closes and folds an arena. Scenarios that pause between the steps repeat it: {@code
 * OwnedGate.close}, {@code OwnedStripe.fold}. Those of whole arenas do not fail for want of a handshake: a write arrives while a
 * fold visits all slots and stripes.
 */
class OrderTest {
    private static final String PACKAGE = "jdk/internal/foreign/";

    @ParameterizedTest
    @CsvSource(delimiter = ':', value = {
        "Striping.close: Stripes.seal Striping.acquired Releases.sum SessionWord.compareAndSet Stripes.open SessionWord.idle",
        "Striping.acquired: Acquires.settle Stripes.open SessionWord.idle",
        "Acquires.settle: Acquires.ask StripedSession.ask Acquires.shut Acquires.sum",
        "StripedSession.ask: SharedSession.close",
        "Folding.all: Striping.shut ArenasGraft.settle Stripes.needStack Releases.ask SharedSession.close Folding.fold",
        "Folding.fold: Stripes.needStack SessionWord.compareAndSet Folding.foldBusy Releases.count",
        "Folding.foldBusy: Stripes.seal Striping.acquired Releases.count SessionWord.compareAndSet Slots.fold"})
    void ofSteps(String method, String steps) throws IOException {
        assertThat(calls(method)).containsSubsequence(steps.split(" "));
    }

    /** Returns the methods of the package that a method calls, in the order of its instructions. */
    private static List<String> calls(String method) throws IOException {
        String[] parts = method.split("\\.");
        try (InputStream file = ClassLoader.getSystemResourceAsStream(PACKAGE + parts[0] + ".class")) {
            return ClassFile.of().parse(file.readAllBytes()).methods().stream()
                    .filter(each -> each.methodName().equalsString(parts[1]))
                    .flatMap(each -> each.code().orElseThrow().elementStream())
                    .filter(InvokeInstruction.class::isInstance).map(InvokeInstruction.class::cast)
                    .map(call -> call.owner().asInternalName().replace(PACKAGE, "") + "." + call.name().stringValue()).toList();
        }
    }
}
