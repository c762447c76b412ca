package dev.slipstream.lab.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.util.ListStatistics;

/** Reader and writer of JMH's JSON, which its viewers read. */
final class JmhJson {
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeSpecialFloatingPointValues().create();

    /** The confidence that JMH uses. */
    private static final double CONFIDENCE = 0.999;

    private JmhJson() {}

    /** Returns JMH's own record of one fork. */
    static JsonObject of(Collection<RunResult> fork) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, stream).writeOut(fork);
        stream.flush();
        return JsonParser.parseString(bytes.toString(StandardCharsets.UTF_8)).getAsJsonArray().get(0).getAsJsonObject();
    }

    /** Returns the scores of all iterations of one fork. */
    static List<Double> iterations(JsonObject fork) {
        return row(fork).asList().stream().map(JsonElement::getAsDouble).toList();
    }

    /** Returns the unit of the score, such as {@code ns}. */
    static String unit(JsonObject fork) {
        return metric(fork).get("scoreUnit").getAsString().replace("/op", "");
    }

    /** Returns a copy of the record of one fork without its first iterations. */
    static JsonObject from(int first, JsonObject fork) {
        JsonObject rest = fork.deepCopy();
        for (int i = 0; i < first; i++) {
            row(rest).remove(0);
        }
        rest.addProperty("warmupIterations", first);
        rest.addProperty("measurementIterations", row(rest).size());
        return rest;
    }

    private static JsonArray row(JsonObject fork) {
        return metric(fork).getAsJsonArray("rawData").get(0).getAsJsonArray();
    }

    private static JsonObject metric(JsonObject record) {
        return record.getAsJsonObject("primaryMetric");
    }

    /**
     * Merges several forks of a benchmark into one record, as JMH does: the raw data have a row for each fork, and the figures
     * cover all of them.
     *
     * @param forks records of one fork each, at least one
     */
    static JsonObject merged(List<JsonObject> forks) {
        JsonObject all = forks.get(0).deepCopy();
        JsonObject metric = metric(all);
        JsonArray rows = new JsonArray();
        forks.forEach(fork -> rows.addAll(metric(fork).getAsJsonArray("rawData")));
        double[] scores = rows.asList().stream()
                .flatMap(row -> row.getAsJsonArray().asList().stream())
                .mapToDouble(JsonElement::getAsDouble)
                .toArray();
        ListStatistics statistics = new ListStatistics(scores);
        all.addProperty("forks", forks.size());
        metric.addProperty("score", statistics.getMean());
        metric.add("scoreError", number(statistics.getMeanErrorAt(CONFIDENCE)));
        JsonArray interval = new JsonArray();
        for (double end : statistics.getConfidenceIntervalAt(CONFIDENCE)) {
            interval.add(number(end));
        }
        metric.add("scoreConfidence", interval);
        JsonObject percentiles = metric.getAsJsonObject("scorePercentiles");
        List.copyOf(percentiles.keySet()).forEach(
                percentile -> percentiles.addProperty(percentile, statistics.getPercentile(Double.parseDouble(percentile))));
        metric.add("rawData", rows);
        return all;
    }

    /** Converts a number. JSON has no NaN; JMH writes it as a string, for instance as the error of a single score. */
    private static JsonElement number(double value) {
        return GSON.toJsonTree(Double.isNaN(value) ? "NaN" : Double.valueOf(value));
    }

    /** Returns the text of a file of records. */
    static String file(List<JsonObject> records) {
        return GSON.toJson(records) + "\n";
    }
}
