package dev.slipstream.spark;

import dev.slipstream.diagnose.files.TemporaryFolder;
import dev.slipstream.diagnose.fleet.Analysed;
import dev.slipstream.diagnose.fleet.Names;
import dev.slipstream.diagnose.fleet.WorkerJvm;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Analyses the recordings of a partition, given as URIs, one after the other in a JVM of its own. Each is copied to the local disk
 * first. A recording that is missing or must not be read is a row with an error; if its file system fails, the task does, and Spark
 * runs it again.
 */
final class Analysis implements FlatMapFunction<Iterator<String>, String> {
    private static final long serialVersionUID = 1;

    private final ArrayList<String> rules;
    private final SerializableConfiguration hadoop;

    Analysis(List<String> rules, SerializableConfiguration hadoop) {
        this.rules = new ArrayList<>(rules);
        this.hadoop = hadoop;
    }

    @Override
    public Iterator<String> call(Iterator<String> recordings) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        try (TemporaryFolder folder = new TemporaryFolder(); WorkerJvm jvm = new WorkerJvm(rules)) {
            while (recordings.hasNext()) {
                lines.add(analyse(new Path(recordings.next()), folder, jvm).toJson());
            }
        }
        return lines.iterator();
    }

    private Analysed analyse(Path recording, TemporaryFolder folder, WorkerJvm jvm) throws IOException, InterruptedException {
        // As the command names it.
        String name = "file".equals(recording.toUri().getScheme()) ? recording.toUri().getPath() : recording.toString();
        java.nio.file.Path file = folder.path().resolve("recording.jfr");
        java.nio.file.Path labels = folder.path().resolve(Names.LABELS);
        try {
            Optional<String> lack = folder.lacksRoom(recording.getFileSystem(hadoop.value()).getFileStatus(recording).getLen());
            if (lack.isPresent()) {
                return Analysed.failed(name, "it " + lack.get(), true);
            }
            copy(recording, file);
            Path beside = new Path(recording.getParent(), Names.LABELS);
            if (Names.of(rules).needLabels() && beside.getFileSystem(hadoop.value()).exists(beside)) {
                copy(beside, labels);
            }
            return jvm.analyse(name, file);
        } catch (FileNotFoundException | AccessControlException e) {
            return Analysed.failed(name, e.getMessage().lines().findFirst().orElse(""), true);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(labels);
        }
    }

    private void copy(Path from, java.nio.file.Path to) throws IOException {
        Configuration configuration = hadoop.value();
        FileSystem files = from.getFileSystem(configuration);
        files.copyToLocalFile(false, from, new Path(to.toUri()), true);
    }
}
