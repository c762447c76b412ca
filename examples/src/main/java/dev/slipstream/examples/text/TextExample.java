package dev.slipstream.examples.text;

import dev.slipstream.examples.common.Example;
import dev.slipstream.examples.common.ExampleJdk;
import dev.slipstream.examples.common.ExampleJvm;
import dev.slipstream.examples.common.Options;
import dev.slipstream.examples.common.Table;
import java.io.IOException;
import java.util.List;

/**
 * Writes a page of metrics with the JDK's builder, with Slipstream's buffer, and with the builder again, to show the noise, each in
 * its own process. Prints a table. Ends by itself and leaves no process behind.
 */
public final class TextExample {
    private static final String USAGE =
            """
            usage: TextExample [--jdk HOME]
              --jdk  the JDK under test, 21 or newer (default: the one that runs this)
            """;

    private final ExampleJdk jdk;
    private final Table table =
            new Table(36).column("ns/line", "%,9.1f").column("bytes allocated/line", "%,20.1f").column("page", "%12s");

    private TextExample(String[] args) {
        jdk = new Options(args, "--jdk").jdk();
    }

    /** Exit code 0: measured; 1: the pages differ; 2: wrong usage; 3: a process failed. */
    public static void main(String[] args) {
        Example.main(TextExample.class, USAGE, () -> new TextExample(args).run());
    }

    private int run() throws IOException {
        System.out.printf("JDK %s, 1,000 lines of metrics, written 2,001 times%n%n", jdk.version());
        table.begin();
        String model = measure("StringBuilder", Page.BUILDER);
        boolean same = measure("TextBuffer", Page.BUFFER).equals(model);
        same &= measure("StringBuilder, again", Page.BUILDER).equals(model);
        return same ? 0 : 1;
    }

    private String measure(String subject, Page page) throws IOException {
        try (ExampleJvm jvm = ExampleJvm.start(jdk, List.of(), Scrapes.class, page)) {
            String[] words = jvm.lastLine().split(" ");
            table.row(subject, Double.parseDouble(words[0]), Double.parseDouble(words[1]), words[2]);
            return words[2];
        }
    }
}
