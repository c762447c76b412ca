package dev.slipstream.cli;

import dev.slipstream.cli.diagnose.output.DiagnosisText;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Folders;
import dev.slipstream.cli.report.page.DiagnosisPage;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.DiagnosisJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A folder that keeps a diagnosis of a running JVM, and what it rests on. */
final class Evidence {
    private final Path folder;

    /**
     * Creates it; writes nothing yet.
     *
     * @param folder a folder that does not exist
     */
    Evidence(Path folder) {
        this.folder = folder;
    }

    private void discard() throws Failure {
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE,
                    "cannot keep the evidence, and " + folder + " is left half written: " + Failure.describe(e));
        }
    }

    /** Writes all files, readable by the current user only: thread dumps contain what the application was doing. */
    void keep(Diagnosis diagnosis, Map<String, String> dumps, Instant started) throws Failure {
        List<Diagnosis> one = List.of(diagnosis);
        try {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            for (Map.Entry<String, String> dump : dumps.entrySet()) {
                Files.writeString(folder.resolve(dump.getKey()), dump.getValue());
            }
            Files.writeString(folder.resolve("diagnosis.txt"), DiagnosisText.of(diagnosis, Screen.NONE));
            Files.writeString(folder.resolve("diagnosis.json"), DiagnosisJson.of(one, Main.version()));
            Files.writeString(folder.resolve("diagnosis.html"), DiagnosisPage.of(one, Main.version(), started.toString()));
        } catch (IOException e) {
            discard();
            throw new Failure(ExitCodes.BAD_USAGE, "cannot keep the evidence in " + folder + ": " + Failure.describe(e));
        }
        Screen.tell("slipstream: kept the diagnosis" + (dumps.isEmpty() ? "" : " and the thread dumps")
                + " in " + folder);
    }
}
