package dev.slipstream.cli;

import dev.slipstream.agent.bake.Preview.Change;
import dev.slipstream.agent.engine.EngineEdits;
import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.agent.plan.State;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JvmProcess;
import dev.slipstream.runtime.Options;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The changes that an attach would make in a JVM. Asks the JVM for its properties, and loads nothing. */
final class DryRun {
    private static final String VARIABLE = "SLIPSTREAM=";

    private final Status status;
    private final List<String> lines = new ArrayList<>();

    private DryRun(Status status) {
        this.status = status;
    }

    /**
     * Returns the lines for the user.
     *
     * @param text the options of the attach
     * @throws Failure if the JVM cannot be attached to, or would refuse its own options
     */
    static List<String> of(long pid, String text) throws Failure {
        try (Target target = Target.attach(pid)) {
            if (!JvmProcess.areVisible() || !JvmProcess.of(pid, "").hasOurRights()) {
                throw new Failure(ExitCodes.NOTHING_DONE,
                        "a dry run reads the JDK at the path that the JVM names; run it as the user of"
                                + " process " + pid + ", and in its container");
            }
            Properties properties = target.systemProperties();
            Options options = Remedies.vocabulary().atAttach(text, properties.getProperty("slipstream"), environment(pid));
            String problem = Remedies.vocabulary().problem(options);
            if (problem != null) {
                throw new Failure(ExitCodes.BAD_USAGE, "nothing would be changed: " + problem);
            }
            DryRun run = new DryRun(target.status());
            run.lines.add("Nothing was changed. An attach to process " + pid + ", JDK " + properties.getProperty("java.version")
                    + ", would do this:");
            run.describe(target.preview(Path.of(properties.getProperty("java.home")), options));
            return run.lines;
        } catch (IOException e) {
            throw new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " cannot be inspected: " + Failure.describe(e));
        }
    }

    /** Returns the value of the environment variable in that JVM. */
    private static @Nullable String environment(long pid) throws IOException {
        String all = Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
        return Stream.of(all.split("\0")).filter(each -> each.startsWith(VARIABLE)).map(each -> each.substring(VARIABLE.length()))
                .findFirst().orElse(null);
    }

    private void describe(Map<String, Change> changes) throws Failure {
        for (Map.Entry<String, Change> each : changes.entrySet()) {
            if (!each.getKey().equals(EngineEdits.OWNER)) {
                describe(each.getKey(), each.getValue());
            }
        }
        for (String remedy : status.remedies()) {
            if (!changes.containsKey(remedy) && status.isActive(remedy)) {
                lines.add(remedy + ": take back");
            }
        }
        if (!status.isAnyActive()) {
            describeAgent();
            details(Objects.requireNonNull(changes.get(EngineEdits.OWNER)));
        }
    }

    private void describe(String remedy, Change change) {
        Map<String, String> before = status.options(remedy);
        if (change.state() != State.ACTIVE) {
            lines.add(remedy + ": nothing, " + change.state().text(change.reason()));
        } else if (!status.isActive(remedy)) {
            lines.add(remedy + ": install" + (change.reason().isEmpty() ? "" : ", " + change.reason()));
            details(change);
        } else if (before.equals(change.settings())) {
            lines.add(remedy + ": keep as it is");
        } else {
            lines.add(remedy + ": install anew");
            change.settings().forEach((key, value) -> {
                if (!value.equals(before.get(key))) {
                    lines.add("  set " + remedy + "." + key + "=" + value + " in place of " + before.getOrDefault(key, "none"));
                }
            });
        }
    }

    /** If the agent is there already, a detach may have taken its own edits back. */
    private void describeAgent() throws Failure {
        if (status.remedies().isEmpty()) {
            lines.add("agent: load");
            lines.add("  open " + OneJar.ofAgent());
            lines.add("  discard the compiled code, if the JVM started without an agent");
        } else {
            lines.add("agent: is there, and has these methods, unless it was detached");
        }
    }

    private void details(Change change) {
        change.methods().forEach(method -> lines.add("  rewrite " + method));
        change.threads().forEach(thread -> lines.add("  start thread " + thread));
        change.files().forEach(file -> lines.add("  open " + file));
    }
}
