package dev.slipstream.cli;

import com.google.gson.GsonBuilder;
import dev.slipstream.cli.exit.ExitCodes;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The {@code ps} command. */
@Command(name = "ps", mixinStandardHelpOptions = true,
        description = {"Lists the running JVMs: what they run, on which JDK, the state of Slipstream in them, and whether they can be "
                + "attached to.",
            "Sends no signal and attaches to none: reads /proc and the JVMs' performance data. Only a JVM whose attach listener runs "
                + "already is asked for the state of Slipstream; without, threads and the JDK tell whether it is there."},
        exitCodeListHeading = "Exit codes:%n", exitCodeList = {"0:listed", "2:bad usage", "3:no JVM is seen"})
final class PsCommand implements Callable<Integer> {
    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Override
    public Integer call() {
        List<Jvms.Jvm> all = Jvms.all();
        System.out.print(json ? new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(all) + "\n"
                : Jvms.text(all, Instant.now()));
        System.out.flush();
        return all.isEmpty() ? ExitCodes.NOTHING_DONE : ExitCodes.DONE;
    }
}
