package dev.slipstream.diagnose.fleet;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.recording.RecordedJvm;
import dev.slipstream.diagnose.recording.Recordings;
import dev.slipstream.diagnose.recording.UnreadableRecording;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * One recording of a fleet as the rows of tables. Shares and savings are of processor time where {@code processors} is known.
 *
 * @param recording its path, as the user names it
 * @param error why it could not be read, in one line; empty if it was
 * @param again whether a later attempt may read it
 * @param service the service, or empty
 * @param version the service's version, or empty
 * @param host the host, or empty
 * @param jvm the JVM's process id and, if recorded, the host's name in its environment, such as {@code 4711@web-1}; empty if unknown
 * @param jvmStarted when the JVM was started, in the format of ISO 8601; empty if unknown
 * @param jdk the JDK's full version, or empty
 * @param feature the JDK's feature release; 0 if unknown
 * @param started when the recorded time began, in the format of ISO 8601; empty if unknown
 * @param seconds the length of the recorded time
 * @param used the number of processors that the JVM used on average; null if unknown
 * @param findings one row for each remedy
 * @param sites one row for each call site
 */
public record Analysed(String recording, String error, boolean again, String service, String version, String host, String jvm,
        String jvmStarted, String jdk, int feature, String started, double seconds, Double used, List<FindingRow> findings,
        List<SiteRow> sites) {
    private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    /** Copies the lists. */
    public Analysed {
        Stream.of(recording, error, service, version, host, jvm, jvmStarted, jdk, started).forEach(Objects::requireNonNull);
        findings = List.copyOf(findings);
        sites = List.copyOf(sites);
    }

    /**
     * A finding.
     *
     * @param remedy the remedy's name
     * @param verdict {@code paid}, {@code not-paid}, {@code unknown} or {@code not-here}
     * @param share the part of the whole; null if the verdict is unknown
     * @param least the lower bound of that part; null if nothing is known of it
     * @param most the upper bound
     * @param of the whole
     * @param processors the number of processors that the cost takes on average; null if the whole is not the processor time
     * @param savedLeast the lower bound of what the remedy would save, as a part of the same whole; null if unknown
     * @param savedMost the upper bound
     */
    public record FindingRow(String remedy, String verdict, Double share, Double least, Double most, String of, Double processors,
            Double savedLeast, Double savedMost) {
        static FindingRow of(Finding finding, Double used) {
            // A share of a processor, as a JVM that did little has it, is no share of its processor time.
            boolean known = finding.share() != null && !finding.share().of().equals(DiagnosisContext.PROCESSOR);
            Double share = !known || finding.verdict() == Verdict.UNKNOWN ? null : (Double) finding.share().value();
            String of = known ? finding.share().of() : "";
            boolean processorTime = share != null && of.equals(DiagnosisContext.PROCESSOR_TIME);
            return new FindingRow(finding.remedy(), word(finding.verdict()), share,
                    known ? (Double) finding.share().least() : null,
                    known ? (Double) finding.share().most() : null, of,
                    processorTime && used != null ? (Double) (share * used) : null,
                    finding.saved() == null ? null : (Double) finding.saved().least(),
                    finding.saved() == null ? null : (Double) finding.saved().most());
        }

        private static String word(Verdict verdict) {
            return verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * A call site of a cost that is paid.
     *
     * @param remedy the remedy's name
     * @param method the method with its class
     * @param line the line in its source; -1 if unknown
     * @param part the fraction of the cost's sightings, from 0 to 1
     * @param processors the number of processors that the cost takes there on average; null if unknown
     * @param detail further information; may be empty
     */
    public record SiteRow(String remedy, String method, int line, double part, Double processors, String detail) {}

    /**
     * Analyses a recording.
     *
     * @param recording its path, as the user names it
     * @param file the file to read
     * @param names where its service, version and host come from
     * @param progress receives from time to time the number of events read
     * @return the rows; if the recording cannot be read, none, and the reason
     * @throws InterruptedException if interrupted meanwhile
     */
    public static Analysed of(String recording, Path file, Names names, LongConsumer progress) throws InterruptedException {
        Names.Search search = names.search(recording, file);
        RecordedJvm jvm = new RecordedJvm();
        try {
            Diagnosis diagnosis = Recordings.diagnose(new DiagnosedJvm(recording, null, 0, "", 0), List.of(file), event -> {
                search.accept(event);
                jvm.accept(event);
            }, progress);
            return of(recording, diagnosis, search.found(), jvm);
        } catch (UnreadableRecording e) {
            return failed(recording, e.reason(), !e.isDamaged());
        } catch (IOException e) {
            return failed(recording, "its labels cannot be read: " + e.getMessage(), true);
        }
    }

    /**
     * {@return the rows of a recording that could not be analysed}
     *
     * @param recording its path, as the user names it
     * @param error why, in one line
     * @param again whether a later attempt may read it
     */
    public static Analysed failed(String recording, String error, boolean again) {
        return new Analysed(recording, error, again, "", "", "", "", "", "", 0, "", 0, null, List.of(), List.of());
    }

    private static Analysed of(String recording, Diagnosis diagnosis, Map<String, String> names, RecordedJvm recorded) {
        List<FindingRow> findings = new ArrayList<>();
        List<SiteRow> sites = new ArrayList<>();
        for (Finding finding : diagnosis.findings()) {
            FindingRow row = FindingRow.of(finding, diagnosis.processors());
            findings.add(row);
            if (finding.verdict() == Verdict.PAID) {
                finding.sites().forEach(site -> sites.add(new SiteRow(finding.remedy(), site.method(), site.line(), site.part(),
                        row.processors() == null ? null : (Double) (site.part() * row.processors()), site.detail())));
            }
        }
        DiagnosedJvm jvm = diagnosis.jvm();
        return new Analysed(recording, "", false, names.get("service"), names.get("version"), names.get("host"), recorded.name(),
                recorded.start().map(Instant::toString).orElse(""), jvm.vm(), jvm.feature(), diagnosis.started(),
                diagnosis.seconds(),
                diagnosis.processors(), findings, sites);
    }

    /**
     * Reads what {@link #toJson} returns.
     *
     * @param json one line of JSON
     * @return the rows of a recording
     * @throws JsonParseException if it is anything else, such as a part of a line
     */
    public static Analysed parse(String json) {
        try {
            return Objects.requireNonNull(GSON.fromJson(json, Analysed.class));
        } catch (RuntimeException e) {
            // Gson passes on, in several ways, what the constructor of a record throws.
            throw new JsonParseException("no analysed recording: " + e.getMessage(), e);
        }
    }

    /** {@return one line of JSON, which {@link #parse} reads} */
    public String toJson() {
        return GSON.toJson(this);
    }
}
