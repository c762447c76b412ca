import dev.slipstream.cli.Main;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/**
 * Writes a man page for each command, from the command line's own model: {@code java -cp JARS tools/ManPages.java WORK VERSION}.
 *
 * <p>Picocli makes AsciiDoc in the folder WORK, Asciidoctor makes man pages of it. Their date is SOURCE_DATE_EPOCH.
 */
final class ManPages {
    private ManPages() {}

    public static void main(String[] args) throws IOException {
        File work = Path.of(args[0]).toFile();
        boolean[] quietly = {};
        CommandLine command = Main.commandLine();
        keepFooters(command);
        ManPageGenerator.generateManPage(work, null, quietly, false, command.getCommandSpec());
        Options options = Options.builder().backend("manpage").safe(SafeMode.UNSAFE).toDir(work)
                .attributes(Attributes.builder().attribute("mansource", "Slipstream " + args[1]).build()).build();
        try (Asciidoctor asciidoctor = Asciidoctor.Factory.create()) {
            for (File page : work.listFiles((folder, name) -> name.endsWith(".adoc"))) {
                asciidoctor.convertFile(page, options);
            }
        }
    }

    /** Gives each footer a heading: the generator leaves out one that has none. Signs of regular expressions would be markup. */
    private static void keepFooters(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        if (usage.footer().length > 0 && usage.footerHeading().isEmpty()) {
            usage.footerHeading("Notes%n");
            usage.footer(Stream.of(usage.footer()).map(line -> line.replace("+", "{plus}").replace("^", "{caret}"))
                    .toArray(String[]::new));
        }
        command.getSubcommands().values().forEach(ManPages::keepFooters);
    }
}
