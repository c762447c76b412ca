package dev.slipstream.cli.prove;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.slipstream.cli.LabCommand;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.report.Table;
import dev.slipstream.cli.report.TextTable;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.lab.machine.AgentProbe;
import dev.slipstream.lab.machine.Surroundings;
import dev.slipstream.lab.machine.Warnings;
import dev.slipstream.results.file.Environment.Java;
import dev.slipstream.results.jdk.JdkFinder.FoundJdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code jdks} command: lists the JDKs, and the state of each remedy on them. */
@Command(name = "jdks", mixinStandardHelpOptions = true,
        description = "Lists the JDKs of this machine, and the state of each remedy on them; sets up none.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:listed", "2:bad usage", "3:no JDK was found"})
public final class JdksCommand implements LabCommand {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
    private static final String HOW_TO_ADD = "To add a JDK, use --jdk HOME, or set SLIPSTREAM_JDKS to a folder of JDKs.";
    private static final String BY_A_PROOF = " The command prove sets up those that it needs.";

    @Mixin
    private JdkOptions jdks = new JdkOptions();

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    /**
     * A JDK of the list.
     *
     * @param jdk the JDK, with the state of the remedies on it
     * @param from where it was found
     * @param used whether it is the JDK that is used for its feature release
     * @param warnings warnings about it
     */
    record Listed(Java jdk, String from, boolean used, List<String> warnings) {}

    @Override
    public Integer call() throws InterruptedException {
        List<FoundJdk> found = jdks.listing();
        List<Listed> all = new ArrayList<>();
        String agent = System.getProperty("slipstream.jar");
        if (agent != null) {
            Screen.tell("Asking the agent on each JDK, two seconds per JDK ...");
        }
        for (FoundJdk each : found) {
            Map<String, String> remedies =
                    agent == null ? Map.of() : new AgentProbe(Path.of(agent), Experiments.remedies()).states(each.jdk());
            Java jdk = Surroundings.java(each.jdk(), remedies);
            all.add(new Listed(jdk, each.where(), each.chosen(), Warnings.of(jdk)));
        }
        if (json) {
            System.out.println(json(all));
        } else {
            Screen screen = Screen.of(Terminal.OUTPUT);
            System.out.print(screen.fit(text(all, screen)));
        }
        System.out.flush();
        return all.isEmpty() ? ExitCodes.NOTHING_DONE : ExitCodes.DONE;
    }

    /** Returns the list as JSON, in which the state of a remedy and the reason for it are apart. */
    static String json(List<Listed> all) {
        JsonArray list = GSON.toJsonTree(all).getAsJsonArray();
        for (JsonElement each : list) {
            JsonObject jdk = each.getAsJsonObject().getAsJsonObject("jdk");
            JsonObject remedies = new JsonObject();
            jdk.getAsJsonObject("remedies").entrySet()
                    .forEach(remedy -> remedies.add(remedy.getKey(), apart(remedy.getValue().getAsString())));
            jdk.add("remedies", remedies);
        }
        return GSON.toJson(list);
    }

    private static JsonObject apart(String state) {
        String[] parts = state.split(": ", 2);
        JsonObject remedy = new JsonObject();
        remedy.addProperty("state", parts[0]);
        remedy.addProperty("reason", parts.length == 1 ? "" : parts[1]);
        return remedy;
    }

    private static String text(List<Listed> all, Screen screen) {
        StringBuilder text = new StringBuilder();
        if (all.isEmpty()) {
            return text.append("No JDK was found.\n").append(howToAdd()).append('\n').toString();
        }
        Table homes = new Table(List.of(">JDK", "used", "version", "vendor", "from", "home"));
        Table remedies = new Table(List.of(">JDK", "remedy", "state", "about"));
        for (Listed each : all) {
            Java jdk = each.jdk;
            homes.add(List.of(Integer.toString(jdk.feature()), each.used ? "yes" : "no", jdk.version(),
                    jdk.vendor().isEmpty() ? "-" : jdk.vendor(), each.from, jdk.home()));
            if (each.used) {
                jdk.remedies().forEach((remedy, state) -> remedies.add(
                        List.of(Integer.toString(jdk.feature()), remedy, state, about(remedy, jdk.feature()))));
            }
        }
        text.append(TextTable.of(homes, screen)).append('\n');
        text.append(remedies.isEmpty() ? "The states of the remedies are unknown: the agent's jar was not found.\n"
                : TextTable.of(remedies, screen));
        text.append('\n');
        all.stream().flatMap(each -> each.warnings.stream()).distinct()
                .forEach(warning -> text.append("Warning: ").append(warning).append('\n'));
        return text.append(howToAdd()).append('\n').toString();
    }

    /** Says what the user can do; only a checkout's proof can do it, too. */
    private static String howToAdd() {
        return HOW_TO_ADD + (System.getenv("SLIPSTREAM_ROOT") == null ? "" : BY_A_PROOF);
    }

    private static String about(String remedy, int feature) {
        return Experiments.all().stream()
                .filter(experiment -> experiment.remedy().equals(remedy))
                .map(experiment -> experiment.about(feature))
                .findFirst()
                .orElse("");
    }
}
