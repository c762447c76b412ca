package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Connection;
import dev.slipstream.cli.process.JvmProcess;
import dev.slipstream.cli.process.OwnRuntime;
import dev.slipstream.cli.process.ProcessFolder;
import dev.slipstream.diagnose.RecordingSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Slipstream's recordings in a running JVM: one throughout the diagnosis, and short bursts. All of them end with {@link #close},
 * which leaves the JVM's files as they were. Recordings of others are not touched.
 */
final class Flight implements AutoCloseable {
    private static final Pattern OURS = Pattern.compile("name=(slipstream-(\\d{1,18})-[0-9a-f]{8})\\b");
    private static final Pattern REPOSITORY = Pattern.compile("(?m)^Repository path: (/.*)$");
    private static final Pattern REPOSITORY_NAME = Pattern.compile("/(?:.*/)?\\d{4}(?:_\\d\\d){5}_(\\d{1,10})(?:_\\d+)?/?");
    private static final String MODULE = "jdk.jfr";
    private static final String CHECK = "JFR.check";
    private static final String NONE = "No available recordings";

    /** Maximum size of recorded data; the JVM discards the rest if it is not read in time. */
    private static final String MOST = "64m";

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Connection connection;
    private final JvmProcess process;
    private final String temporary;
    private final Set<String> unconfirmed = new LinkedHashSet<>();
    private final Set<String> begun = new LinkedHashSet<>();
    private final Set<String> unchecked = new LinkedHashSet<>();
    private Room room;
    private String before;
    private boolean wasThere;
    private Path repository;
    private boolean ourRepository;

    /** A span in which settings were certainly in force. */
    record Span(Instant from, Instant to) {}

    /**
     * Creates a flight that records nothing yet.
     *
     * @param connection the connection to the JVM
     * @param process its process
     * @param temporary its folder for temporary files
     */
    Flight(Connection connection, JvmProcess process, String temporary) {
        this.connection = connection;
        this.process = process;
        this.temporary = temporary;
    }

    /**
     * Starts the recording. To be called once {@link #lacking} is empty.
     *
     * @param settings the settings of the recording
     * @return the folder that the JVM writes to, as a path in this process
     * @throws Failure if the JVM cannot record, or recording would endanger it
     */
    Path begin(Map<String, String> settings) throws Failure, IOException, InterruptedException {
        boolean leftOver = endLeftOvers(connection.execute(CHECK));
        before = location(temporary + "/none");
        boolean isThere = Files.isDirectory(process.file(before));
        wasThere = isThere && !leftOver;
        room = new Room(process, isThere ? before : parent(before));
        refuse(room);
        start(settings);
        if (!locate()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "process " + process.pid() + " cannot be recorded: the folder that it"
                    + " reports is not its recorder's: " + repository);
        }
        if (ourRepository) {
            // The JVM leaves the folder's permissions to its umask.
            Files.setPosixFilePermissions(repository, PosixFilePermissions.fromString("rwx------"));
        }
        return repository;
    }

    /** Returns the folder that the recorder reports. The property that also names it can be set by any code in the JVM. */
    private String location(String otherwise) throws IOException, InterruptedException {
        Matcher told = REPOSITORY.matcher(connection.execute("JFR.configure"));
        return told.find() ? told.group(1) : otherwise;
    }

    /**
     * Locates the recorder's folder, and verifies it.
     *
     * @return whether the reported folder is a repository of the recorder
     */
    private boolean locate() throws IOException, InterruptedException {
        String location = location(before);
        repository = process.file(location);
        boolean isOne = isRepository(location);
        // If the process lacks this process's rights, the folder is left to it; it removes the folder when it ends.
        ourRepository = isOne && process.hasOurRights() && (!wasThere || !location.equals(before));
        return isOne;
    }

    /**
     * Returns whether a folder is the recorder's: it is named after the time and the process id, owned by the process's user, and
     * no link.
     */
    private boolean isRepository(String location) throws IOException {
        Matcher name = REPOSITORY_NAME.matcher(location);
        return name.matches() && Long.parseLong(name.group(1)) == process.ownPid()
                && Files.isDirectory(repository, LinkOption.NOFOLLOW_LINKS)
                && (Integer) Files.getAttribute(repository, "unix:uid", LinkOption.NOFOLLOW_LINKS) == process.uid();
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }

    private void refuse(Room where) throws Failure, IOException {
        Optional<String> objection = where.objection();
        if (objection.isPresent()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "process " + process.pid() + " cannot be recorded without danger to it: "
                    + objection.get());
        }
        unchecked.addAll(where.unchecked());
    }

    /** Returns the bounds that were not checked before the recording, since the system does not tell them, each as a sentence. */
    Set<String> unchecked() {
        return unchecked;
    }

    /** Returns why no recording can be read here, as one line; empty if one can. */
    static Optional<String> unreadable() {
        return OwnRuntime.has(MODULE) ? Optional.empty()
                : Optional.of("the Java runtime of this command lacks the module " + MODULE + ", with which recordings are read");
    }

    /**
     * Returns which runtime lacks the flight recorder, as one line; empty if both have it. To be asked before {@link #begin}. HAZARD:
     * the question starts the recorder, which makes its folder, so whether it may is checked before.
     *
     * @throws Failure if recording would endanger the JVM
     */
    Optional<String> lacking() throws Failure, IOException, InterruptedException {
        Optional<String> unreadable = unreadable();
        if (unreadable.isPresent()) {
            return unreadable;
        }
        refuse(new Room(process, temporary));
        try {
            return isWithoutRecorder(connection.execute(CHECK)) ? Optional.of("its Java runtime lacks the module " + MODULE)
                    : Optional.empty();
        } catch (Connection.RefusedException e) {
            return Optional.of("it has no flight recorder: " + Failure.describe(e));
        }
    }

    /** Returns whether the runtime lacks the recorder, which it reports in the text of a successful answer. */
    static boolean isWithoutRecorder(String answer) {
        return answer.contains("jdk.jfr not found") || answer.contains("can not be enabled");
    }

    /** Stops recordings of killed Slipstream processes. Their folder still exists, since they could not remove it. */
    private boolean endLeftOvers(String recordings) throws IOException, InterruptedException {
        boolean any = false;
        Matcher ours = OURS.matcher(recordings);
        while (ours.find()) {
            if (ProcessHandle.of(Long.parseLong(ours.group(2))).isEmpty()) {
                connection.execute("JFR.stop name=" + ours.group(1));
                any = true;
            }
        }
        return any;
    }

    /**
     * Records additional events for a moment, as short as two commands allow.
     *
     * @param settings the settings of the additional recording
     * @param millis its minimum length in milliseconds
     */
    Span burst(Map<String, String> settings, long millis) throws IOException, InterruptedException {
        String name = start(settings);
        Instant from = Instant.now();
        Instant to;
        try {
            Thread.sleep(millis);
        } finally {
            to = Instant.now();
            stop(name);
        }
        return new Span(from, to);
    }

    private String start(Map<String, String> settings) throws IOException, InterruptedException {
        String name = "slipstream-" + ProcessHandle.current().pid() + "-" + HexFormat.of().toHexDigits(RANDOM.nextInt());
        String told = temporary + (temporary.endsWith("/") ? "" : "/") + name + ".jfc";
        try (ProcessFolder folder = ProcessFolder.open(process, temporary)) {
            folder.write(name + ".jfc", StandardCharsets.UTF_8.encode(RecordingSettings.xml(settings)));
            try {
                start(name, told);
            } finally {
                folder.delete(name + ".jfc");
            }
        }
        return name;
    }

    private void start(String name, String settings) throws IOException, InterruptedException {
        unconfirmed.add(name);
        connection.execute("JFR.start name=" + name + " settings=\"" + settings + "\" maxsize=" + MOST + " flush-interval=1s");
        unconfirmed.remove(name);
        begun.add(name);
    }

    /** Stops a recording. Defers an interrupt, as the recording must end. */
    private void stop(String name) throws IOException, InterruptedException {
        boolean interrupted = Thread.interrupted();
        try {
            connection.execute("JFR.stop name=" + name);
            begun.remove(name);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    boolean isRoomScarce() {
        return process.isAlive() && room.isScarce();
    }

    @Override
    public void close() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            if (process.isAlive()) {
                if (repository == null && !(begun.isEmpty() && unconfirmed.isEmpty())) {
                    // The start was interrupted before the folder was located.
                    locate();
                }
                stopAll();
            }
            if (ourRepository) {
                removeRepository();
            }
        } catch (InterruptedException twice) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void stopAll() throws IOException, InterruptedException {
        for (String name : unconfirmed) {
            if (connection.execute(CHECK).contains("name=" + name)) {
                begun.add(name);
            }
        }
        for (String name : Set.copyOf(begun)) {
            stop(name);
        }
    }

    private void removeRepository() throws IOException, InterruptedException {
        if (!process.isAlive()) {
            // If the process was killed, it has not cleaned up.
            removeRecordings();
        } else if (!connection.execute(CHECK).contains(NONE)) {
            return;
        }
        try {
            Files.deleteIfExists(repository);
        } catch (DirectoryNotEmptyException notEmpty) {
            // Another recording writes there.
            return;
        }
    }

    private void removeRecordings() throws IOException {
        if (Files.isDirectory(repository)) {
            try (DirectoryStream<Path> recordings = Files.newDirectoryStream(repository, "*.jfr")) {
                for (Path recording : recordings) {
                    Files.deleteIfExists(recording);
                }
            }
        }
    }
}
