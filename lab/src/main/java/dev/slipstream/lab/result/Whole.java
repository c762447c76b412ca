package dev.slipstream.lab.result;

import dev.slipstream.lab.Subject;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Check that records read from JSON, where anything may be missing, are complete: only the listed components are null, numbers are
 * finite, and subjects have valid names.
 */
final class Whole {
    /** The components that may be null, as the records' comments say. */
    private static final Set<String> MAY_BE_NULL = Set.of(
            "PartResult.axis", "WorkloadResult.x", "ForkResult.score", "ForkResult.failure",
            "ForkResult.shape", "ForkResult.steadyFrom", "BarResult.low",
            "BarResult.high", "ClaimResult.ratio", "ClaimResult.interval", "ClaimResult.reason", "ClaimResult.morePairs",
            "Environment.memoryBytes", "Environment.governor", "Environment.virtual", "Environment.container",
            "Environment.before", "Environment.after", "Container.cpus", "Container.memoryBytes", "Load.average",
            "Load.others", "Load.stolen");

    /** The components that must be names of subjects. */
    private static final Set<String> NAMES_SUBJECT =
            Set.of("SubjectResult.subject", "ScenarioResult.subject", "ClaimResult.subject", "ClaimResult.reference");

    private Whole() {
    }

    /**
     * Checks a record and everything that it contains.
     *
     * @param value a record, null only if the file was empty
     * @throws IllegalArgumentException naming the first component that should not be null
     */
    static void check(Record value) {
        if (value == null) {
            throw new IllegalArgumentException("it is empty");
        }
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            check(value.getClass().getSimpleName() + "." + component.getName(), get(component, value));
        }
    }

    private static void check(String name, Object value) {
        if (value == null && !MAY_BE_NULL.contains(name)) {
            throw new IllegalArgumentException(name + " is missing");
        } else if (value instanceof Double number && !Double.isFinite(number)) {
            throw new IllegalArgumentException(name + " is " + number);
        } else if (value instanceof String text && NAMES_SUBJECT.contains(name) && !namesSubject(text)) {
            throw new IllegalArgumentException(name + " is no subject: " + text);
        } else if (value instanceof Record) {
            check((Record) value);
        } else if (value instanceof List) {
            ((List<?>) value).forEach(each -> check("an element of " + name, each));
        } else if (value instanceof Map) {
            ((Map<?, ?>) value).values().forEach(each -> check("a value of " + name, each));
        }
    }

    private static boolean namesSubject(String text) {
        try {
            Subject.named(text);
            return true;
        } catch (IllegalArgumentException other) {
            return false;
        }
    }

    private static Object get(RecordComponent component, Record value) {
        try {
            return component.getAccessor().invoke(value);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
