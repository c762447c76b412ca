package dev.slipstream.examples.pinning;

import java.io.File;
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
 * Runs the service and the load, each in a process of its own: on a JDK as it is, on the same JDK with Slipstream, and on
 * the JDK that runs this class, for comparison; then prints a table. Ends by itself and leaves no process behind.
 */
public final class PinningExample {

  private static final String USAGE =
      """
      usage: PinningExample [--jdk HOME] [--agent JAR[=OPTIONS]] [--users N] [--query-ms N] [--seconds N]
        --jdk       the JDK under test, 21 to 23 (default: the one that runs this)
        --agent     Slipstream's jar and its options (default: target/slipstream.jar=pinning)
        --users     users at a time, and connections in the pool (default: 64)
        --query-ms  how long the database thinks about a query (default: 20)
        --seconds   how long each run is measured, after 5 seconds of warming up (default: 15)
      """;
  private static final int WARM_UP_SECONDS = 5;
  private static final Duration STARTING = Duration.ofSeconds(30);

  private Path jdk = Path.of(System.getProperty("java.home"));
  private String agent = Path.of("target", "slipstream.jar") + "=pinning";
  private int users = 64;
  private int queryMillis = 20;
  private int seconds = 15;

  private PinningExample(String[] args) {
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length) {
        throw new IllegalArgumentException("no value for " + args[i]);
      }
      String value = args[i + 1];
      switch (args[i]) {
        case "--jdk" -> jdk = Path.of(value);
        case "--agent" -> agent = value;
        case "--users" -> users = Integer.parseInt(value);
        case "--query-ms" -> queryMillis = Integer.parseInt(value);
        case "--seconds" -> seconds = Integer.parseInt(value);
        default -> throw new IllegalArgumentException("unknown option " + args[i]);
      }
    }
    require(Path.of(agent.replaceFirst("=.*", "")));
    require(java(jdk));
  }

  /** Exit code 0: measured; 2: wrong usage; 3: a process failed. */
  public static void main(String[] args) {
    try {
      new PinningExample(args).run();
    } catch (IllegalArgumentException e) {
      System.err.println("PinningExample: " + e.getMessage() + "\n" + USAGE);
      System.exit(2);
    } catch (IOException | IllegalStateException e) {
      System.err.println("PinningExample: " + e.getMessage());
      System.exit(3);
    }
  }

  private void run() throws IOException {
    System.out.printf("%d users, %d ms in the database, %d s each, %d processors%n%n", users, queryMillis, seconds,
        Runtime.getRuntime().availableProcessors());
    System.out.printf("%-36s %12s %9s %9s %7s%n", "", "requests/s", "p50 ms", "p99 ms", "errors");
    Path here = Path.of(System.getProperty("java.home"));
    String name = "JDK " + version(jdk);
    measure(name + ", as it is", jdk, List.of());
    measure(name + ", with Slipstream", jdk, List.of("-javaagent:" + agent));
    if (!here.toRealPath().equals(jdk.toRealPath())) {
      measure("JDK " + version(here) + ", as it is", here, List.of());
    }
  }

  private void measure(String subject, Path home, List<String> options) throws IOException {
    Process service = start(home, options, OrderService.class, users, queryMillis);
    try {
      String address = firstLine(service, STARTING);
      Process load = start(Path.of(System.getProperty("java.home")), List.of(), Load.class,
          address, users, WARM_UP_SECONDS, seconds);
      Load.Result result;
      try {
        result = Load.Result.parse(firstLine(load, STARTING.plusSeconds(WARM_UP_SECONDS + seconds)));
      } finally {
        load.destroyForcibly();
      }
      System.out.printf("%-36s %,12.0f %,9.1f %,9.1f %7d%n", subject, result.requestsPerSecond(), result.p50Millis(),
          result.p99Millis(), result.errors());
    } finally {
      stop(service);
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

  /** The service ends when its standard input does. */
  private static void stop(Process service) {
    try {
      service.getOutputStream().close();
      if (!service.waitFor(10, TimeUnit.SECONDS)) {
        service.destroyForcibly();
      }
    } catch (IOException | InterruptedException e) {
      service.destroyForcibly();
    }
  }

  private static Path java(Path home) {
    return home.resolve("bin").resolve("java" + (File.separatorChar == '\\' ? ".exe" : ""));
  }

  private static void require(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + " is not there");
    }
  }

  private static String version(Path home) throws IOException {
    try (var lines = Files.lines(home.resolve("release"))) {
      return lines.filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll(".*=|\"", ""))
          .findFirst().orElse("?");
    }
  }
}
