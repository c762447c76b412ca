package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;

/**
 * Parsed options: {@code word,word,...}. A remedy's name enables exactly the named remedies, {@code -name} disables one,
 * {@code name.key=value} sets a value, {@code none} disables all, {@code quiet} suppresses the line at start. Unknown words are
 * collected and are never an error.
 */
final class Options {
    private final Set<String> on = new LinkedHashSet<>();
    private final Map<String, Map<String, String>> settings = new HashMap<>();
    private final List<String> unknown = new ArrayList<>();
    private final List<Remedy> remedies;
    private boolean quiet;

    private Options(List<Remedy> remedies) {
        this.remedies = remedies;
    }

    static Options parse(String text, List<Remedy> remedies) {
        Options options = new Options(remedies);
        Set<String> off = new LinkedHashSet<>();
        boolean none = false;
        StringTokenizer words = new StringTokenizer(text, ",");
        while (words.hasMoreTokens()) {
            String word = words.nextToken().trim();
            if (word.equals("quiet")) {
                options.quiet = true;
            } else if (word.equals("none")) {
                none = true;
            } else if (options.find(word) != null) {
                options.on.add(word);
            } else if (word.startsWith("-") && options.find(word.substring(1)) != null) {
                off.add(word.substring(1));
            } else if (!word.isEmpty() && !options.set(word)) {
                options.unknown.add(word);
            }
        }
        if (options.on.isEmpty() && !none) {
            for (Remedy remedy : remedies) {
                if (remedy.onByDefault()) {
                    options.on.add(remedy.name());
                }
            }
        }
        options.on.removeAll(off);
        return options;
    }

    private Remedy find(String name) {
        for (Remedy remedy : remedies) {
            if (remedy.name().equals(name)) {
                return remedy;
            }
        }
        return null;
    }

    private boolean set(String word) {
        int dot = word.indexOf('.');
        int equals = word.indexOf('=');
        if (dot < 0 || equals < dot) {
            return false;
        }
        String name = word.substring(0, dot);
        String key = word.substring(dot + 1, equals);
        Remedy remedy = find(name);
        if (remedy == null || remedy.setting(key) == null) {
            return false;
        }
        if (!settings.containsKey(name)) {
            settings.put(name, new HashMap<>());
        }
        settings.get(name).put(key, word.substring(equals + 1));
        return true;
    }

    boolean isOn(String remedy) {
        return on.contains(remedy);
    }

    boolean isQuiet() {
        return quiet;
    }

    Settings settings(String remedy) {
        Map<String, String> values = settings.get(remedy);
        return new Settings(remedy, values == null ? Map.of() : values);
    }

    boolean isUnderstood() {
        return unknown.isEmpty();
    }

    /** Returns one line that names the unknown words and lists the valid ones, or null. */
    String warning() {
        return isUnderstood() ? null : "slipstream: ignored" + words();
    }

    /** Returns the same for a request that is refused because of unknown words. */
    String unknown() {
        return "not known:" + words();
    }

    private String words() {
        StringBuilder line = new StringBuilder();
        for (String word : unknown) {
            line.append(" '").append(word).append('\'');
        }
        line.append("; known:");
        for (Remedy remedy : remedies) {
            line.append(' ').append(remedy.name()).append(" -").append(remedy.name());
            for (Remedy.Setting setting : remedy.settings()) {
                line.append(' ').append(remedy.name()).append('.').append(setting.name()).append('=');
            }
        }
        return line.append(" none quiet").toString();
    }
}
