package dev.slipstream.examples.naming;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs Cassandra and the load, each in a process of its own: on a JDK 17 as it is, on the same with Slipstream, and as it is
 * once more, to show what differs by chance; then prints a table. Ends by itself and leaves no process behind. Needs JDK 25 or
 * newer itself.
 */
public final class NamingExample {

  private static final String USAGE =
      """
      usage: NamingExample --cassandra FOLDER --jdk HOME [--agent JAR[=OPTIONS]] [--users N] [--seconds N]
        --cassandra  the folder with Cassandra's jars in target/lib, and java.options
        --jdk        the JDK 17 that runs Cassandra
        --agent      Slipstream's jar and its options (default: target/slipstream.jar=naming)
        --users      users at a time (default: 32)
        --seconds    how long each run is measured, after 30 seconds of warming up (default: 20)
      """;
  private static final int WARM_UP_SECONDS = 30;

  private Path cassandra;
  private Path jdk;
  private String agent = Path.of("target", "slipstream.jar") + "=naming";
  private int users = 32;
  private int seconds = 20;

  private NamingExample(String[] args) {
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length) {
        throw new IllegalArgumentException("no value for " + args[i]);
      }
      String value = args[i + 1];
      switch (args[i]) {
        case "--cassandra" -> cassandra = Path.of(value);
        case "--jdk" -> jdk = Path.of(value);
        case "--agent" -> agent = value;
        case "--users" -> users = Integer.parseInt(value);
        case "--seconds" -> seconds = Integer.parseInt(value);
        default -> throw new IllegalArgumentException("unknown option " + args[i]);
      }
    }
    if (cassandra == null || jdk == null) {
      throw new IllegalArgumentException("--cassandra and --jdk are needed");
    }
    require(Path.of(agent.replaceFirst("=.*", "")));
    require(jdk.resolve("bin/java"));
    require(cassandra.resolve("java.options"));
  }

  private static void require(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " is not there");
    }
  }

  /** Exit code 0: measured; 2: wrong usage; 3: a process failed. */
  public static void main(String[] args) {
    try {
      new NamingExample(args).run();
    } catch (IllegalArgumentException e) {
      System.err.println("NamingExample: " + e.getMessage() + "\n" + USAGE);
      System.exit(2);
    } catch (IOException | IllegalStateException e) {
      System.err.println("NamingExample: " + e.getMessage());
      System.exit(3);
    }
  }

  private void run() throws IOException {
    System.out.printf("%d users, %d s each, %d processors%n%n", users, seconds, Runtime.getRuntime().availableProcessors());
    System.out.printf("%-36s %10s %8s %8s %14s %14s%n", "", "queries/s", "p50 ms", "p99 ms", "CPU us/query", "names, % of it");
    measure("as it is", List.of());
    measure("with Slipstream", List.of("-javaagent:" + agent));
    measure("as it is, again", List.of());
  }

  private void measure(String subject, List<String> options) throws IOException {
    try (Cassandra server = Cassandra.start(jdk.resolve("bin/java"), cassandra, options)) {
      Process load = load(server.port());
      try (BufferedReader said = load.inputReader()) {
        line(said);
        Duration before = server.processorTime();
        Optional<Profile.Running> running = Profile.begin(server.pid(), seconds);
        Queries.Result result = Queries.Result.parse(line(said));
        double micros = server.processorTime().minus(before).toNanos() / 1e3 / (result.queriesPerSecond() * seconds);
        Optional<Profile> profile = running.isPresent() ? running.get().end() : Optional.empty();
        System.out.printf(Locale.ROOT, "%-36s %,10.0f %8.2f %8.2f %14.1f %14s%n", "JDK " + version() + ", " + subject,
            result.queriesPerSecond(), result.p50Millis(), result.p99Millis(), micros,
            profile.map(each -> String.format(Locale.ROOT, "%.2f", each.percent())).orElse("no perf here"));
      } finally {
        load.destroyForcibly();
      }
    }
  }

  private Process load(int port) throws IOException {
    Process load = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
        // What the driver's libraries do, of which this JDK would warn.
        "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED",
        "-cp", System.getProperty("java.class.path"), Queries.class.getName(), Integer.toString(port),
        Integer.toString(users), Integer.toString(WARM_UP_SECONDS), Integer.toString(seconds))
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Runtime.getRuntime().addShutdownHook(new Thread(load::destroyForcibly));
    return load;
  }

  private static String line(BufferedReader said) throws IOException {
    String line = said.readLine();
    if (line == null) {
      throw new IllegalStateException("the load ended without a result");
    }
    return line;
  }

  private String version() throws IOException {
    try (var lines = Files.lines(jdk.resolve("release"))) {
      return lines.filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll(".*=|\"", ""))
          .findFirst().orElse("?");
    }
  }
}
