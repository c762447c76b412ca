package dev.slipstream.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Spark's standalone daemons on loopback: a master, and workers of one processor each. */
final class Cluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    private final Path home;
    private final Path folder;
    private final String url;
    private final Running master;
    private final List<Running> workers = new ArrayList<>();

    Cluster(Path folder, int workers) throws Exception {
        this.folder = folder;
        Ended tool = Running.start(new ProcessBuilder(ForkedJvm.ROOT.resolve("tools/spark").toString())).end();
        assertThat(tool.exitCode()).as("%s", tool).isZero();
        home = Path.of(tool.out().strip());
        int port = freePort();
        url = "spark://" + HOST + ":" + port;
        master = daemon("master.Master", "--port", Integer.toString(port));
        master.waitUntil("the master", () -> master.err().contains("I have been elected leader"));
        for (int i = 0; i < workers; i++) {
            this.workers.add(
                    daemon("worker.Worker", "--cores", "1", "--memory", "1g", "--work-dir", folder.resolve("work" + i).toString(),
                            url));
        }
        for (Running worker : this.workers) {
            worker.waitUntil("registration", () -> worker.err().contains("Successfully registered with master"));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Running daemon(String type, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("bin/spark-class", "org.apache.spark.deploy." + type, "--host", HOST,
                "--webui-port", "0"));
        command.addAll(List.of(args));
        return start(command);
    }

    private Running start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.command().set(0, home.resolve(command.get(0)).toString());
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_LOCAL_DIRS", folder.toString());
        builder.environment().put("JAVA_HOME", TestJdk.current().home().toString());
        return Running.start(builder);
    }

    /** Submits Slipstream's job. */
    Running submit(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("bin/spark-submit", "--master", url, "--conf", "spark.driver.host=" + HOST,
                "--conf", "spark.ui.enabled=false", "--executor-memory", "512m",
                ForkedJvm.ROOT.resolve("target/slipstream-spark.jar").toString()));
        command.addAll(List.of(args));
        return start(command);
    }

    /** Kills a worker with its executors and all that they have started. */
    void kill(int worker) {
        kill(workers.get(worker));
    }

    private static void kill(Running daemon) {
        List<ProcessHandle> below =
                ProcessHandle.of(daemon.pid()).map(process -> process.descendants().toList()).orElse(List.of());
        daemon.close();
        below.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        workers.forEach(Cluster::kill);
        kill(master);
    }
}
