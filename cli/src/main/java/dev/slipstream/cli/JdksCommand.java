package dev.slipstream.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.report.Table;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.lab.jdk.JdkFinder.FoundJdk;
import dev.slipstream.lab.machine.AgentProbe;
import dev.slipstream.lab.machine.Surroundings;
import dev.slipstream.lab.machine.Warnings;
import dev.slipstream.lab.result.Environment.Java;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The {@code jdks} command: lists the JDKs, and the state of each remedy on them. */
@Command(name = "jdks", mixinStandardHelpOptions = true,
        description = "Lists the JDKs of this machine, and what the agent makes of each remedy on them; sets none up.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:listed", "2:bad usage", "3:there is none"})
final class JdksCommand implements Callable<Integer> {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
    private static final String HOW_TO_ADD =
            "Another one: --jdk HOME, or SLIPSTREAM_JDKS=a folder of JDKs; ./slipstream prove sets up those that it misses.";

    @Mixin
    private JdkOptions jdks = new JdkOptions();

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    /**
     * A JDK of the list.
     *
     * @param jdk the JDK, with the state of the remedies on it
     * @param from where it was found
     * @param used whether it is the JDK that is used for its feature release
     * @param warnings warnings about it
     */
    private record Listed(Java jdk, String from, boolean used, List<String> warnings) {
    }

    @Override
    public Integer call() throws InterruptedException {
        List<FoundJdk> found = jdks.listing();
        List<Listed> all = new ArrayList<>();
        String agent = System.getProperty("slipstream.jar");
        if (agent != null && System.console() != null) {
            System.err.println("Asking the agent on each, which takes two seconds for every JDK ...");
        }
        for (FoundJdk each : found) {
            Map<String, String> remedies = agent == null ? Map.of() : new AgentProbe(Path.of(agent), Experiments.remedies()).states(each.jdk());
            Java jdk = Surroundings.java(each.jdk(), remedies);
            all.add(new Listed(jdk, each.where(), each.chosen(), Warnings.of(jdk)));
        }
        if (json) {
            System.out.println(GSON.toJson(all));
        } else {
            System.out.print(text(all));
        }
        System.out.flush();
        return all.isEmpty() ? ExitCodes.NOTHING_DONE : ExitCodes.DONE;
    }

    private static String text(List<Listed> all) {
        StringBuilder text = new StringBuilder();
        if (all.isEmpty()) {
            return text.append("No JDK was found.\n").append(HOW_TO_ADD).append('\n').toString();
        }
        Table homes = new Table(List.of(">JDK", "used", "version", "vendor", "from", "home"));
        Table remedies = new Table(List.of(">JDK", "version", "remedy", "state", "about"));
        for (Listed each : all) {
            Java jdk = each.jdk;
            homes.add(List.of(Integer.toString(jdk.feature()), each.used ? "yes" : "no", jdk.version(),
                    jdk.vendor().isEmpty() ? "-" : jdk.vendor(), each.from, jdk.home()));
            if (each.used) {
                jdk.remedies().forEach((remedy, state) -> remedies.add(
                        List.of(Integer.toString(jdk.feature()), jdk.version(), remedy, state, about(remedy, jdk.feature()))));
            }
        }
        text.append(homes.text()).append('\n');
        text.append(remedies.isEmpty() ? "What the agent makes of them is not known here: its jar is not.\n" : remedies.text());
        text.append('\n');
        all.stream().flatMap(each -> each.warnings.stream()).distinct()
                .forEach(warning -> text.append("Warning: ").append(warning).append('\n'));
        return text.append(HOW_TO_ADD).append('\n').toString();
    }

    private static String about(String remedy, int feature) {
        return Experiments.all().stream()
                .filter(experiment -> experiment.remedy().equals(remedy))
                .map(experiment -> experiment.about(feature))
                .findFirst()
                .orElse("");
    }
}
