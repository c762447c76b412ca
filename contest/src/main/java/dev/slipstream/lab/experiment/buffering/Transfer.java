package dev.slipstream.lab.experiment.buffering;

import static dev.slipstream.results.Subject.Kind.STOCK;

import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.Workload.Published;
import dev.slipstream.results.stats.Bar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A transfer of a file in pieces of one size. The score is the time per KiB, whatever the size of a piece.
 *
 * @param reads whether the file is read, not written
 * @param through the kind of stream, by its name in the benchmarks
 * @param piece the size of a piece, in bytes
 * @param buffer the size of the buffer, in bytes, if it is configurable
 * @param device {@code memory} or {@code disk}
 */
record Transfer(boolean reads, String through, int piece, int buffer, String device) {
    /** The same value as in the benchmarks' annotations. */
    static final double ITERATION_SECONDS = 0.05;

    static final int BUFFER = 8_192;
    static final String UNBUFFERED = "unbuffered";
    static final String JAVA = "java";

    static final String LIBRARY = "library";

    static final int WARMUPS = 6;

    /**
     * The number of memory placements to try. The time to copy large pieces depends on their addresses. The best of this many
     * placements differs between forks by two or three per cent.
     */
    private static final int PLACES = 240;

    private static final Map<String, String> NAMES = Map.of(UNBUFFERED, "no buffer", JAVA, "java.io's buffer",
            "channel", "FileChannel and a direct buffer", "okio", "Okio", "commons", "Commons IO", "netty", "Netty");

    /** The published MB/s by piece size: unbuffered, then with java.io's buffer. */
    private static final Map<Integer, List<Integer>> PUBLISHED_WRITES = Map.of(1, List.of(2, 86), 8, List.of(17, 578),
            64, List.of(133, 1_746), 1_024, List.of(1_270, 2_299), 8_192, List.of(2_589, 2_497),
            131_072, List.of(2_580, 2_581), 1_048_576, List.of(1_471, 1_469));

    private static final Map<Integer, List<Integer>> PUBLISHED_READS = Map.of(1, List.of(3, 72), 8, List.of(24, 560),
            64, List.of(198, 2_518), 1_024, List.of(2_355, 4_752), 8_192, List.of(6_346, 6_142),
            131_072, List.of(5_401, 5_405), 1_048_576, List.of(2_501, 2_502));

    /** Returns a transfer of a file in memory, with a buffer of the default size. */
    static Transfer of(boolean reads, String through, int piece) {
        return new Transfer(reads, through, piece, BUFFER, "memory");
    }

    Transfer withBuffer(int bytes) {
        return new Transfer(reads, through, piece, bytes, device);
    }

    Transfer onDisk() {
        return new Transfer(reads, through, piece, buffer, "disk");
    }

    String id() {
        return (reads ? "read-" : "write-") + through;
    }

    String title() {
        return (reads ? "reading, " : "writing, ") + NAMES.get(through);
    }

    /** Returns the benchmark for a workload without a claim. */
    Benchmark benchmark() {
        return benchmark(false);
    }

    private Benchmark benchmark(boolean claimed) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("through", through);
        params.put("piece", Integer.toString(piece));
        params.put("buffer", Integer.toString(buffer));
        params.put("device", device);
        String method = (reads ? ReadFile.class : WriteFile.class).getName() + (piece < BUFFER ? ".small" : ".large");
        Benchmark benchmark = new Benchmark(method, params, List.of(), WARMUPS, 1);
        return triesPlaces(claimed) ? benchmark.byFastest(PLACES) : benchmark.byFastest();
    }

    /** Tells whether to try many placements. Workloads without a claim, such as the points of a curve, need less accuracy. */
    private boolean triesPlaces(boolean claimed) {
        return claimed && piece >= BUFFER;
    }

    /**
     * Returns a workload that compares this transfer (stock) with the same through the library's streams.
     *
     * @param bar the claim about the library, if any
     */
    Workload againstLibrary(String id, String title, int pairs, List<Integer> features, Optional<Bar> bar) {
        Transfer library = new Transfer(reads, LIBRARY, piece, buffer, device);
        boolean claimed = bar.isPresent();
        return Workload.of(id, title, benchmark(claimed), pairs,
                subjects(features))
                .withCounterpart(library.benchmark(claimed))
                .claiming(bar.stream().flatMap(each -> claims(each, features).stream()).toList()).publishedAs(published());
    }

    /** Returns stock and library for each release. */
    static Map<Subject, Double> subjects(List<Integer> features) {
        return Subject.ofEach(features, ITERATION_SECONDS, STOCK, Subject.Kind.LIBRARY);
    }

    static List<Claim> claims(Bar bar, List<Integer> features) {
        return features.stream().map(feature -> new Claim(Subject.Kind.LIBRARY.on(feature), bar, STOCK.on(feature))).toList();
    }

    /** Converts the published MB/s to the unit of the score: nanoseconds per 1,024 bytes. */
    private List<Published> published() {
        int column = List.of(UNBUFFERED, JAVA).indexOf(through);
        List<Integer> figures = (reads ? PUBLISHED_READS : PUBLISHED_WRITES).get(piece);
        return figures == null || column < 0 || buffer != BUFFER || !device.equals("memory") ? List.of()
                : List.of(new Published("2011", Math.rint(1_024 * 1e3 / figures.get(column))));
    }
}
