package dev.slipstream.spark;

import org.apache.spark.sql.SparkSession;

/** The tables of a fleet, made of the lines of all recordings. Columns are those of the tables of {@code slipstream fleet}. */
final class FleetTables {
    private static final String SCHEMA = "recording STRING, error STRING, service STRING, version STRING, host STRING, "
            + "jvm STRING, jvmStarted STRING, jdk STRING, feature INT, started STRING, seconds DOUBLE, used DOUBLE, "
            + "findings ARRAY<STRUCT<remedy: STRING, verdict: STRING, share: DOUBLE, least: DOUBLE, most: DOUBLE, of: STRING, "
            + "processors: DOUBLE, savedLeast: DOUBLE, savedMost: DOUBLE>>, "
            + "sites ARRAY<STRUCT<remedy: STRING, method: STRING, line: INT, part: DOUBLE, processors: DOUBLE, detail: STRING>>";

    private static final String STARTED = "try_cast(nullif(started, '') AS TIMESTAMP_NTZ) AS started";
    private static final String JVM_STARTED = "try_cast(nullif(jvmStarted, '') AS TIMESTAMP_NTZ) AS jvm_started";

    private final SparkSession spark;

    FleetTables(SparkSession spark, String lines) {
        this.spark = spark;
        spark.read().schema(SCHEMA).json(lines).createOrReplaceTempView("analysed");
    }

    /** Writes the tables, and returns the number of recordings that could be read. */
    long write(String folder) {
        write(folder, "recordings", "SELECT recording, error, service, version, host, jvm, " + JVM_STARTED + ", jdk, feature, "
                + STARTED + ", seconds, used FROM analysed");
        write(folder, "findings", "SELECT recording, service, version, host, jdk, feature, " + STARTED
                + ", seconds, used, each.remedy, "
                + "each.verdict, each.share, each.least, each.most, each.of, each.processors, each.savedLeast AS saved_least, "
                + "each.savedMost AS saved_most FROM analysed LATERAL VIEW explode(findings) AS each");
        write(folder, "sites", "SELECT recording, service, version, host, jdk, feature, " + STARTED + ", seconds, each.remedy, "
                + "each.method, each.line, each.part, each.processors, each.detail FROM analysed LATERAL VIEW explode(sites) AS each");
        return spark.sql("SELECT 1 FROM analysed WHERE error = ''").count();
    }

    private void write(String folder, String name, String query) {
        spark.sql(query).write().parquet(folder + "/" + name + ".parquet");
    }
}
