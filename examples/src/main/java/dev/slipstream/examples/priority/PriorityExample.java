package dev.slipstream.examples.priority;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs the shop and its customers, each in a process of its own: without jobs, with jobs on the JDK as it is, and with
 * Slipstream; then prints a table. Ends by itself and leaves no process behind.
 */
public final class PriorityExample {

  private static final String USAGE =
      """
      usage: PriorityExample [--jdk HOME] [--agent JAR] [--customers N] [--jobs N] [--seconds N]
        --jdk        the JDK under test, 21 or newer (default: the one that runs this)
        --agent      Slipstream's jar (default: target/slipstream.jar)
        --customers  customers at a time (default: 4)
        --jobs       jobs at a time (default: two for each processor)
        --seconds    how long each run is measured, after 5 seconds of warming up (default: 15)
      """;
  private static final int WARM_UP_SECONDS = 5;
  private static final Duration STARTING = Duration.ofSeconds(30);
  private static final String IDLE = "idle/3/2/1/0/-1/-2/-3/-4/-5";

  private Path jdk = Path.of(System.getProperty("java.home"));
  private Path agent = Path.of("target", "slipstream.jar");
  private int customers = 4;
  private int jobs = 2 * Runtime.getRuntime().availableProcessors();
  private int seconds = 15;

  private PriorityExample(String[] args) {
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length) {
        throw new IllegalArgumentException("no value for " + args[i]);
      }
      String value = args[i + 1];
      switch (args[i]) {
        case "--jdk" -> jdk = Path.of(value);
        case "--agent" -> agent = Path.of(value);
        case "--customers" -> customers = Integer.parseInt(value);
        case "--jobs" -> jobs = Integer.parseInt(value);
        case "--seconds" -> seconds = Integer.parseInt(value);
        default -> throw new IllegalArgumentException("unknown option " + args[i]);
      }
    }
    require(agent);
    require(java(jdk));
  }

  /** Exit code 0: measured; 2: wrong usage; 3: a process failed. */
  public static void main(String[] args) {
    try {
      new PriorityExample(args).run();
    } catch (IllegalArgumentException e) {
      System.err.println("PriorityExample: " + e.getMessage() + "\n" + USAGE);
      System.exit(2);
    } catch (IOException | IllegalStateException e) {
      System.err.println("PriorityExample: " + e.getMessage());
      System.exit(3);
    }
  }

  private void run() throws IOException {
    System.out.printf("JDK %s, %d customers, %d jobs of priority 1, %d s each, %d processors%n%n", version(), customers, jobs,
        seconds, Runtime.getRuntime().availableProcessors());
    System.out.printf("%-40s %10s %8s %8s %12s %7s%n", "", "requests/s", "p50 ms", "p99 ms", "archived/s", "errors");
    String options = "-javaagent:" + agent + "=priority,quiet";
    measure("no jobs", 0, List.of());
    measure("jobs, as it is", jobs, List.of());
    measure("jobs, with Slipstream", jobs, List.of(options));
    measure("jobs, with Slipstream, priority 1 = idle", jobs, List.of(options + ",priority.nice=" + IDLE));
    measure("jobs, as it is, again", jobs, List.of());
  }

  private void measure(String subject, int jobsNow, List<String> options) throws IOException {
    Process shop = start(jdk, options, Shop.class, jobsNow);
    try {
      String address = firstLine(shop, STARTING);
      Process load = start(Path.of(System.getProperty("java.home")), List.of(), Customers.class,
          address, customers, WARM_UP_SECONDS, seconds);
      Customers.Result result;
      try {
        result = Customers.Result.parse(firstLine(load, STARTING.plusSeconds(WARM_UP_SECONDS + seconds)));
      } finally {
        load.destroyForcibly();
      }
      System.out.printf("%-40s %,10.0f %8.2f %8.2f %,12.0f %7d%n", subject, result.requestsPerSecond(), result.p50Millis(),
          result.p99Millis(), result.archivedPerSecond(), result.errors());
    } finally {
      stop(shop);
    }
  }

  private static Process start(Path home, List<String> options, Class<?> main, Object... args) throws IOException {
    List<String> command = new ArrayList<>(List.of(java(home).toString()));
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

  private static String firstLine(Process process, Duration patience) {
    FutureTask<String> line = new FutureTask<>(process.inputReader()::readLine);
    Thread.ofVirtual().start(line);
    String answer = null;
    try {
      answer = line.get(patience.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      // no answer
    }
    if (answer == null) {
      throw new IllegalStateException("no answer from " + process.info().commandLine().orElse("a process that ended"));
    }
    return answer;
  }

  /** The shop ends when its standard input does. */
  private static void stop(Process shop) {
    try {
      shop.getOutputStream().close();
      if (!shop.waitFor(10, TimeUnit.SECONDS)) {
        shop.destroyForcibly();
      }
    } catch (IOException | InterruptedException e) {
      shop.destroyForcibly();
    }
  }

  private static Path java(Path home) {
    return home.resolve("bin").resolve("java");
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
