package dev.slipstream.diagnose.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Where the service, version and host of a recording come from. Nothing is guessed: a field without a source that has a value is
 * empty. Each rule is a text {@code FIELD=SOURCE}; the first rule of a field that finds a value counts. The sources:
 * <ul>
 * <li>{@code path:REGEX}: the regular expression's group of the field's name, or else its first group, where it occurs in the
 *     recording's path;
 * <li>{@code env:NAME}: an environment variable of the recorded JVM;
 * <li>{@code property:NAME}: a system property of the recorded JVM;
 * <li>{@code otel:KEY}: an attribute in the variable {@code OTEL_RESOURCE_ATTRIBUTES} of the recorded JVM;
 * <li>{@code label:KEY}: a Kubernetes label, in the file {@code labels} beside the recording, as the downward API writes it.
 * </ul>
 * Instances are immutable.
 */
public final class Names {
    /** The fields. */
    public static final Set<String> FIELDS = Set.of("service", "version", "host");

    /** The name of the file with Kubernetes labels, beside a recording. */
    public static final String LABELS = "labels";

    private static final String OTEL = "OTEL_RESOURCE_ATTRIBUTES";
    private static final int LONGEST = 200;

    private final List<Rule> rules;

    private record Rule(String field, String kind, String key, Pattern pattern) {}

    private Names(List<Rule> rules) {
        this.rules = rules;
    }

    /**
     * Reads rules.
     *
     * @param texts the rules, in the order of preference
     * @return the rules
     * @throws IllegalArgumentException if one is wrong; the message is for the user
     */
    public static Names of(List<String> texts) {
        List<Rule> rules = new ArrayList<>();
        for (String text : texts) {
            Matcher matcher = Pattern.compile("(\\w+)=(path|env|property|otel|label):(.+)").matcher(text);
            if (!matcher.matches() || !FIELDS.contains(matcher.group(1))) {
                throw new IllegalArgumentException(
                        "\"" + text + "\" is no rule such as service=otel:service.name; fields are service, "
                                + "version and host, sources path:, env:, property:, otel: and label:");
            }
            rules.add(new Rule(matcher.group(1), matcher.group(2), matcher.group(3), pattern(matcher)));
        }
        return new Names(List.copyOf(rules));
    }

    /**
     * Reads rules of which one says where the name of a service comes from.
     *
     * @param texts the rules, in the order of preference
     * @return the rules
     * @throws IllegalArgumentException if one is wrong or that one is missing; the message is for the user
     */
    public static Names ofServices(List<String> texts) {
        Names names = of(texts);
        if (names.rules.stream().noneMatch(rule -> rule.field.equals("service"))) {
            throw new IllegalArgumentException("--name service=SOURCE must say where the name of a service comes from");
        }
        return names;
    }

    /** {@return whether a rule needs the file {@link #LABELS}} */
    public boolean needLabels() {
        return rules.stream().anyMatch(rule -> rule.kind.equals("label"));
    }

    private static Pattern pattern(Matcher rule) {
        if (!rule.group(2).equals("path")) {
            return null;
        }
        try {
            Pattern pattern = Pattern.compile(rule.group(3));
            if (pattern.matcher("").groupCount() == 0) {
                throw new IllegalArgumentException(
                        "\"" + rule.group(3) + "\" has no group; put the part that counts in parentheses");
            }
            return pattern;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("\"" + rule.group(3) + "\" is no regular expression: " + e.getDescription(), e);
        }
    }

    /** Starts to look for the fields of a recording. */
    Search search(String recording, Path file) {
        return new Search(recording, file);
    }

    /** The fields of one recording. Keeps only the variables and properties that a rule names: others may be secret. */
    final class Search {
        private final String recording;
        private final Path file;
        private final Map<String, String> variables = new HashMap<>();
        private final Map<String, String> properties = new HashMap<>();

        private Search(String recording, Path file) {
            this.recording = recording;
            this.file = file;
        }

        /** Takes an event, of any kind. */
        void accept(RecordedEvent event) {
            switch (event.getEventType().getName()) {
                case "jdk.InitialEnvironmentVariable" -> keep(event, variables, "env", "otel");
                case "jdk.InitialSystemProperty" -> keep(event, properties, "property", "property");
                default -> {}
            }
        }

        private void keep(RecordedEvent event, Map<String, String> values, String kind, String other) {
            String key = event.getString("key");
            String value = event.getString("value");
            boolean named = rules.stream().anyMatch(rule -> (rule.kind.equals(kind) && rule.key.equals(key))
                    || (rule.kind.equals(other) && other.equals("otel") && OTEL.equals(key)));
            if (named && value != null) {
                values.put(key, value);
            }
        }

        /** Returns the fields; those that were not found are empty. */
        Map<String, String> found() throws IOException {
            Map<String, String> found = new TreeMap<>();
            FIELDS.forEach(field -> found.put(field, ""));
            Map<String, String> labels = labels();
            for (Rule rule : rules) {
                if (found.get(rule.field).isEmpty()) {
                    String value = value(rule, labels);
                    found.put(rule.field, value == null ? "" : value.substring(0, Math.min(LONGEST, value.length())));
                }
            }
            return found;
        }

        private String value(Rule rule, Map<String, String> labels) {
            return switch (rule.kind) {
                case "path" -> inPath(rule);
                case "env" -> variables.get(rule.key);
                case "property" -> properties.get(rule.key);
                case "otel" -> pairs(variables.getOrDefault(OTEL, ""), ",").get(rule.key);
                default -> labels.get(rule.key);
            };
        }

        private String inPath(Rule rule) {
            Matcher matcher = rule.pattern.matcher(recording);
            if (!matcher.find()) {
                return null;
            }
            return rule.key.contains("(?<" + rule.field + ">") ? matcher.group(rule.field) : matcher.group(1);
        }

        private Map<String, String> labels() throws IOException {
            Path labels = file.resolveSibling(LABELS);
            if (!needLabels() || !Files.isRegularFile(labels)) {
                return Map.of();
            }
            return pairs(Files.readString(labels), "\n");
        }
    }

    /** Splits {@code KEY=VALUE} pairs. A value may be in double quotes, and percent-encoded characters stay as they are. */
    private static Map<String, String> pairs(String text, String separator) {
        return Pattern.compile(separator).splitAsStream(text).map(String::strip).filter(pair -> pair.indexOf('=') > 0)
                .collect(Collectors.toMap(pair -> pair.substring(0, pair.indexOf('=')).strip(),
                        pair -> pair.substring(pair.indexOf('=') + 1).strip().replaceAll("^\"|\"$", ""), (one, other) -> one));
    }
}
