import dev.slipstream.cli.Main;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
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
        ManPageGenerator.generateManPage(work, null, quietly, false, Main.commandLine().getCommandSpec());
        Options options = Options.builder().backend("manpage").safe(SafeMode.UNSAFE).toDir(work)
                .attributes(Attributes.builder().attribute("mansource", "Slipstream " + args[1]).build()).build();
        try (Asciidoctor asciidoctor = Asciidoctor.Factory.create()) {
            for (File page : work.listFiles((folder, name) -> name.endsWith(".adoc"))) {
                asciidoctor.convertFile(page, options);
            }
        }
    }
}
