package dev.slipstream.examples.naming;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs applications that rename threads, each in a process of its own: as they are, with Slipstream, and as they are once more,
 * to show what differs by chance; then prints tables. Ends by itself and leaves no process behind. Needs JDK 25 or newer.
 */
public final class NamingExample {

  private static final String USAGE =
      """
      usage: NamingExample [--agent JAR[=OPTIONS]] [--coroutines N] [--cassandra FOLDER --jdk HOME [--users N] [--seconds N]]
        --agent       Slipstream's jar and its options (default: target/slipstream.jar=naming)
        --coroutines  how many coroutines a run has (default: 1000000)
        --cassandra   runs Cassandra too: the folder with its jars in target/lib, and java.options
        --jdk         the JDK 17 that runs Cassandra
        --users       users of Cassandra at a time (default: 32)
        --seconds     how long Cassandra is measured, after 30 seconds of warming up (default: 20)
      """;
  private static final List<String> DEBUG = List.of("-Dkotlinx.coroutines.debug");
  private static final int WARM_UP_SECONDS = 30;

  private Path cassandra;
  private Path jdk;
  private String agent = Path.of("target", "slipstream.jar") + "=naming";
  private int coroutines = 1_000_000;
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
        case "--coroutines" -> coroutines = Integer.parseInt(value);
        case "--users" -> users = Integer.parseInt(value);
        case "--seconds" -> seconds = Integer.parseInt(value);
        default -> throw new IllegalArgumentException("unknown option " + args[i]);
      }
    }
    require(Path.of(agent.replaceFirst("=.*", "")));
    if (cassandra != null) {
      if (jdk == null) {
        throw new IllegalArgumentException("--cassandra needs --jdk");
      }
      require(jdk.resolve("bin/java"));
      require(cassandra.resolve("java.options"));
    }
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
    System.out.printf("%,d coroutines on JDK %s, %d processors%n%n", coroutines, System.getProperty("java.version"),
        Runtime.getRuntime().availableProcessors());
    System.out.printf("%-36s %13s%n", "", "ns/coroutine");
    coroutines("without debug names", List.of());
    coroutines("debug names, as it is", DEBUG);
    coroutines("debug names, with Slipstream", List.of(DEBUG.getFirst(), "-javaagent:" + agent + ",quiet"));
    coroutines("debug names, as it is, again", DEBUG);
    if (cassandra != null) {
      System.out.printf("%nCassandra, %d users, %d s each%n%n", users, seconds);
      System.out.printf("%-36s %10s %8s %8s %14s %14s%n", "", "queries/s", "p50 ms", "p99 ms", "CPU us/query", "names, % of it");
      measure("as it is", List.of());
      measure("with Slipstream", List.of("-javaagent:" + agent));
      measure("as it is, again", List.of());
    }
  }

  private void coroutines(String subject, List<String> options) throws IOException {
    Process process = start(options, Coroutines.class, coroutines);
    try (BufferedReader said = process.inputReader()) {
      System.out.printf(Locale.ROOT, "%-36s %,13.0f%n", subject, Double.parseDouble(line(said)));
    } finally {
      process.destroyForcibly();
    }
  }

  private void measure(String subject, List<String> options) throws IOException {
    try (Cassandra server = Cassandra.start(jdk.resolve("bin/java"), cassandra, options)) {
      // What the driver's libraries do, of which this JDK would warn.
      Process load = start(List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"),
          Queries.class, server.port(), users, WARM_UP_SECONDS, seconds);
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

  /** On the JDK that runs this. */
  private static Process start(List<String> options, Class<?> main, Object... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    // For Ctrl-C; otherwise it has ended by then.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }

  private static String line(BufferedReader said) throws IOException {
    String line = said.readLine();
    if (line == null) {
      throw new IllegalStateException("a process ended without a result");
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
