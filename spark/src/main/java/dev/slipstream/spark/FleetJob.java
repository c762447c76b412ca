package dev.slipstream.spark;

import dev.slipstream.diagnose.fleet.Names;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code slipstream fleet} as a Spark job. */
@Command(name = "spark-submit slipstream-spark.jar", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Analyses the flight recordings of many services on a cluster, and writes the tables that slipstream fleet writes.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:analysed; recordings that could not be read are rows of the table of recordings", "1:the job failed",
            "2:bad usage", "3:no recording could be read"},
        footer = {"", "Paths may be of any file system that the cluster's Hadoop connectors know: file:, hdfs:, s3a: and others.",
            "Rules are those of slipstream fleet.", "",
            "Example: spark-submit slipstream-spark.jar s3a://recordings/2026-11-26 --name 'service=path:([^/]+)/[^/]+$' "
                    + "--output s3a://fleet/2026-11-26"})
public final class FleetJob implements Callable<Integer> {
    private static final int NOTHING_DONE = 3;

    /** A partition is what is lost with a worker; it also starts one JVM. */
    private static final int MOST_IN_A_PARTITION = 64;

    /** Recordings differ in size: small partitions at the end keep all processors busy. */
    private static final int PARTITIONS_EACH = 4;

    @Parameters(paramLabel = "RECORDINGS", arity = "1..*", description = "A recording, a folder with recordings, or a glob.")
    private List<String> targets;

    @Option(names = "--name", paramLabel = "FIELD=SOURCE", required = true,
            description = "Where the name of a recording's service comes from, and its version and host. Repeatable.")
    private List<String> rules;

    @Option(names = "--output", paramLabel = "DIR", required = true, description = "Where the tables go. It must not exist.")
    private String output;

    @Spec
    private CommandSpec spec;

    /**
     * Runs the job, and ends the JVM if it was not successful.
     *
     * @param args as {@code --help} says
     */
    public static void main(String[] args) {
        int exitCode = new CommandLine(new FleetJob()).execute(args);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    @Override
    public Integer call() throws IOException {
        try {
            Names.ofServices(rules);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
        try (SparkSession spark = SparkSession.builder().appName("slipstream fleet").getOrCreate()) {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
            Configuration hadoop = context.hadoopConfiguration();
            Path folder = new Path(output);
            if (folder.getFileSystem(hadoop).exists(folder)) {
                throw usage(output + " exists; remove it, or name another folder");
            }
            List<String> recordings = recordings(hadoop);
            Path lines = new Path(folder, "analysed");
            context.parallelize(recordings, partitions(recordings.size(), context.defaultParallelism()))
                    .mapPartitions(new Analysis(rules, new SerializableConfiguration(hadoop)))
                    .saveAsTextFile(lines.toString());
            long read = new FleetTables(spark, lines.toString()).write(folder.toString());
            System.out.println(recordings.size() + (recordings.size() == 1 ? " recording, " : " recordings, ")
                    + (recordings.size() - read) + " could not be read; the tables are in " + output);
            return read == 0 ? NOTHING_DONE : 0;
        }
    }

    private static int partitions(int recordings, int processors) {
        return Math.min(recordings, Math.max(processors * PARTITIONS_EACH, recordings / MOST_IN_A_PARTITION));
    }

    private List<String> recordings(Configuration hadoop) throws IOException {
        TreeSet<String> found = new TreeSet<>();
        for (String target : targets) {
            Path path = new Path(target);
            FileSystem files = path.getFileSystem(hadoop);
            // A name may have the characters of a glob.
            FileStatus[] matching = files.exists(path) ? new FileStatus[] {files.getFileStatus(path)} : files.globStatus(path);
            for (FileStatus each : matching == null ? new FileStatus[0] : matching) {
                if (each.isDirectory()) {
                    RemoteIterator<LocatedFileStatus> all = files.listFiles(each.getPath(), true);
                    while (all.hasNext()) {
                        add(all.next().getPath(), found);
                    }
                } else {
                    found.add(each.getPath().toString());
                }
            }
        }
        if (found.isEmpty()) {
            throw usage("no recording (*.jfr) is in " + String.join(", ", targets));
        }
        return List.copyOf(found);
    }

    private static void add(Path file, Set<String> to) {
        if (file.getName().endsWith(".jfr")) {
            to.add(file.toString());
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
