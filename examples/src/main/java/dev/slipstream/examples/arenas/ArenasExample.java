package dev.slipstream.examples.arenas;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs the search engine, in a process of its own each time: on a JDK as it is, with Slipstream, and as it is once more, to show
 * what differs by chance; then says whether all have found the same. Ends by itself and leaves nothing behind.
 */
public final class ArenasExample {

  private static final String USAGE =
      """
      usage: ArenasExample [--jdk HOME] [--agent JAR[=OPTIONS]] [--documents N] [--threads N] [--seconds N]
        --jdk        the JDK under test, 21 or newer (default: the one that runs this)
        --agent      Slipstream's jar and its options (default: target/slipstream.jar=arenas)
        --documents  how many are indexed (default: 50000)
        --threads    threads that add documents, as many that search (default: 4)
        --seconds    how long searching is measured (default: 10)
      """;

  private Path jdk = Path.of(System.getProperty("java.home"));
  private String agent = Path.of("target", "slipstream.jar") + "=arenas";
  private int documents = 50_000;
  private int threads = 4;
  private int seconds = 10;

  private ArenasExample(String[] args) {
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length) {
        throw new IllegalArgumentException("no value for " + args[i]);
      }
      String value = args[i + 1];
      switch (args[i]) {
        case "--jdk" -> jdk = Path.of(value);
        case "--agent" -> agent = value;
        case "--documents" -> documents = Integer.parseInt(value);
        case "--threads" -> threads = Integer.parseInt(value);
        case "--seconds" -> seconds = Integer.parseInt(value);
        default -> throw new IllegalArgumentException("unknown option " + args[i]);
      }
    }
    require(Path.of(agent.replaceFirst("=.*", "")));
    require(java());
  }

  /** Exit code 0: measured; 1: the results differ; 2: wrong usage; 3: a process failed. */
  public static void main(String[] args) {
    try {
      if (!new ArenasExample(args).run()) {
        System.exit(1);
      }
    } catch (IllegalArgumentException e) {
      System.err.println("ArenasExample: " + e.getMessage() + "\n" + USAGE);
      System.exit(2);
    } catch (IOException | IllegalStateException e) {
      System.err.println("ArenasExample: " + e.getMessage());
      System.exit(3);
    }
  }

  private boolean run() throws IOException {
    System.out.printf("%,d documents, %d threads add and as many search, then %d s of search, %d processors%n%n",
        documents, threads, seconds, Runtime.getRuntime().availableProcessors());
    System.out.printf("%-36s %10s %12s %18s %9s%n", "", "indexed, s", "queries/s", "digest of hits", "striped");
    String name = "JDK " + version();
    List<Search.Result> results = new ArrayList<>();
    results.add(measure(name + ", as it is", List.of()));
    results.add(measure(name + ", with Slipstream", List.of("-javaagent:" + agent + ",quiet")));
    results.add(measure(name + ", as it is, again", List.of()));
    boolean same = results.stream().map(Search.Result::digest).distinct().count() == 1;
    System.out.println(same ? "\nAll have found the same." : "\nThe results differ.");
    return same;
  }

  private Search.Result measure(String subject, List<String> options) throws IOException {
    List<String> command = new ArrayList<>(List.of(java().toString(), "-Xmx1g", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Search.class.getName(), Integer.toString(documents),
        Integer.toString(threads), Long.toString(seconds * 1_000L)));
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    // For Ctrl-C; otherwise it has ended by then.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    try (BufferedReader said = process.inputReader()) {
      String line = said.readLine();
      if (line == null || process.waitFor() != 0) {
        throw new IllegalStateException("a process ended without a result: " + String.join(" ", command));
      }
      Search.Result result = Search.Result.parse(line);
      System.out.printf(Locale.ROOT, "%-36s %,10.1f %,12.0f %18s %9s%n", subject, result.indexSeconds(),
          result.queriesPerSecond(), result.digest(), result.striped() < 0 ? "" : Long.toString(result.striped()));
      return result;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
    }
  }

  private Path java() {
    return jdk.resolve("bin/java");
  }

  private static void require(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " is not there");
    }
  }

  private String version() throws IOException {
    try (var lines = Files.lines(jdk.resolve("release"))) {
      return lines.filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll(".*=|\"", ""))
          .findFirst().orElse("?");
    }
  }
}
