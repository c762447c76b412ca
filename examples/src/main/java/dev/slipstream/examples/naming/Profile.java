package dev.slipstream.examples.naming;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Share of a process's time spent on native names, by {@code perf}. JDK Flight Recorder hardly sees it: it samples threads that
 * run Java or wait in native code, and a thread that sets its native name is inside the JVM.
 *
 * @param samples all samples
 * @param naming samples below the function that sets a native name, in the JVM or the kernel, and samples of the thread that
 *     publishes names
 */
record Profile(long samples, long naming) {
    /** Stacks of the kernel often end in the C library, so its caller alone would miss most. */
    private static final List<String> SET_NAME = List.of("SetNativeThreadName", "set_native_thread_name", "prctl");

    /** Name of the publisher on Linux, which keeps 15 characters. */
    private static final String PUBLISHER = "slipstream-nami";

    double percent() {
        return 100.0 * naming / samples;
    }

    /** Profile in progress. */
    record Running(Process perf, Path data) {
        /** Waits for the end of the profile. Returns nothing if {@code perf} is not permitted here. */
        Optional<Profile> end() throws IOException {
            try {
                if (!perf.waitFor(1, TimeUnit.MINUTES)) {
                    perf.destroyForcibly();
                }
                return Files.size(data) > 0 ? Profile.read(data) : Optional.empty();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                Files.delete(data);
            }
        }
    }

    /** Begins to sample a process. Returns nothing if there is no {@code perf}. */
    static Optional<Running> begin(long pid, int seconds) throws IOException {
        Path data = Files.createTempFile("naming", ".perf");
        try {
            return Optional.of(new Running(perf(List.of("perf", "record", "-q", "-g", "-F", "997", "-o", data.toString(), "-p",
                    Long.toString(pid), "--", "sleep", Integer.toString(seconds))).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start(), data));
        } catch (IOException noPerf) {
            Files.delete(data);
            return Optional.empty();
        }
    }

    private static Optional<Profile> read(Path data) throws IOException {
        Process script = perf(List.of("perf", "script", "-i", data.toString(), "-F", "comm,ip,sym")).start();
        try (BufferedReader lines = script.inputReader()) {
            Profile profile = count(lines);
            return profile.samples == 0 ? Optional.empty() : Optional.of(profile);
        }
    }

    private static ProcessBuilder perf(List<String> command) {
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    /** Counts samples: each is a line with the thread's name, a line for each frame, and an empty line. */
    static Profile count(BufferedReader lines) throws IOException {
        long samples = 0;
        long naming = 0;
        boolean inside = false;
        boolean counted = false;
        try {
            for (String line : (Iterable<String>) lines.lines()::iterator) {
                if (line.isBlank()) {
                    inside = false;
                } else {
                    samples += inside ? 0 : 1;
                    counted = inside && counted;
                    boolean names = inside ? SET_NAME.stream().anyMatch(line::contains) : line.startsWith(PUBLISHER);
                    naming += names && !counted ? 1 : 0;
                    counted |= names;
                    inside = true;
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new Profile(samples, naming);
    }
}
