package dev.slipstream.lab.experiment.buffering;

import static dev.slipstream.results.Subject.Kind.FLOOR;
import static dev.slipstream.results.Subject.Kind.SLIPSTREAM;
import static dev.slipstream.results.Subject.Kind.STOCK;
import static dev.slipstream.results.Subject.Kind.TWIN;

import dev.slipstream.lab.experiment.floor.Floors;
import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.LibraryParts;
import dev.slipstream.results.Part;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.stats.Bar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The parts of the buffering experiment about the library: its streams (subject "library") against the usual alternatives
 * (subject "stock").
 */
public final class BufferingLibrary implements LibraryParts {
    /** The JDK for workloads that do not depend on the release. */
    private static final int USUAL = 25;

    private static final int UNTIL_COMPILED = 20;

    private static final int LARGEST = 1_024 * 1_024;

    /** Small enough to need a buffer, and large enough for the buffer's memory accesses to show. */
    private static final int SMALL_PIECE = 64;

    /** Distinguishing a few per cent from noise takes more pairs. */
    private static final double NARROW = 2;

    /** A curve has many points, so each is measured less often. */
    private static final double MANY = 0.4;

    /** Prefix of the ids of the table's parts; single letters are left for the other parts. */
    private static final String TABLE = "t";

    private static final List<String> PEERS = List.of("okio", "commons", "netty", "channel");
    private static final Bar THAN_JAVA = new Bar.Faster(3);
    private static final Bar THAN_UNBUFFERED = new Bar.Faster(80);
    private static final Bar THAN_OTHERS = new Bar.Faster(1);
    private static final Bar AS_FAST = new Bar.AtMost(1.03);

    @Override
    public String remedy() {
        return "buffering";
    }

    @Override
    public List<Part> parts(Bench bench) {
        List<Integer> features = bench.features(BufferingExperiment.NEEDED, BufferingExperiment.OLDEST);
        List<Integer> usual = List.of(USUAL);
        List<Part> parts = new ArrayList<>(List.of(
                single(features),
                Part.of("b", "Single bytes: no buffer (stock), and the library's (library)",
                        both(reads -> one("b", Transfer.of(reads, Transfer.UNBUFFERED, 1), features, THAN_UNBUFFERED))),
                Part.of("c", "Single bytes: others (stock), and the library (library)",
                        PEERS.stream().flatMap(
                                peer -> directions().map(reads -> one("c", Transfer.of(reads, peer, 1), usual, than(peer))))
                                .toArray(Workload[]::new)),
                large(powers(Transfer.BUFFER, LARGEST, 2)),
                buffers(powers(1_024, LARGEST, 2)),
                Part.of("f", "Single bytes of a file on disk: java.io's buffer (stock), and the library's (library)",
                        both(reads -> one("f", Transfer.of(reads, Transfer.JAVA, 1).onDisk(), usual, THAN_JAVA))),
                control().covering("a", "b", "c", "d", "e", "f", "k"),
                own(features)));
        parts.addAll(table());
        return parts;
    }

    private static Part single(List<Integer> features) {
        return Part.of("a", "Single bytes: java.io's buffer (stock), and the library's (library)",
                both(reads -> {
                    Workload workload = one("a", Transfer.of(reads, Transfer.JAVA, 1), features, THAN_JAVA);
                    return workload.claiming(workload.claims().stream()
                            .map(claim -> reads ? claim.asHeadlineOn(USUAL) : claim).toList());
                }));
    }

    private static Workload one(String part, Transfer transfer, List<Integer> features, Bar bar) {
        return transfer.againstLibrary(part + "-" + transfer.id(), transfer.title(), Bench.pairs(1), features,
                Optional.of(bar));
    }

    /** Returns the part about the common case: one method opens a file, reads or writes it, and closes it. */
    private static Part own(List<Integer> features) {
        return Part.of("k", "Single bytes, by the method that opens the file: others (stock), and the library (library)",
                Stream.concat(directions().map(reads -> own(reads, Transfer.JAVA, features)),
                        PEERS.stream().flatMap(peer -> directions().map(reads -> own(reads, peer, List.of(USUAL)))))
                        .toArray(Workload[]::new));
    }

    private static Workload own(boolean reads, String through, List<Integer> features) {
        Transfer transfer = Transfer.of(reads, through, 1);
        int pairs = Bench.pairs(1);
        return Workload.of("k-" + transfer.id(), transfer.title(), own(reads, through), pairs, Transfer.subjects(features))
                .withCounterpart(own(reads, Transfer.LIBRARY)).claiming(Transfer.claims(than(through), features));
    }

    /** Returns the bar against a peer. Code that accesses its buffer directly has no calls to save. */
    private static Bar than(String peer) {
        return peer.equals("channel") ? AS_FAST : THAN_OTHERS;
    }

    /** Returns a benchmark with many warm-ups, since C2 compiles the whole method only after some hundreds of calls. */
    private static Benchmark own(boolean reads, String through) {
        return new Benchmark(OwnStream.class.getName() + (reads ? ".read" : ".write"), Map.of("through", through), List.of(),
                UNTIL_COMPILED, Transfer.WARMUPS).byFastest();
    }

    /** Returns the part about pieces that gain nothing from a buffer, which must not slow them down. */
    private static Part large(List<Integer> pieces) {
        int pairs = Bench.pairs(NARROW);
        return Part.of("d", "Pieces of 8 KiB and more: no buffer (stock), and the library's (library)",
                pieces.stream().flatMap(piece -> directions().map(reads -> {
                    Transfer transfer = Transfer.of(reads, Transfer.UNBUFFERED, piece);
                    return transfer.againstLibrary("d-" + transfer.id() + "-" + piece,
                            transfer.title() + ", pieces of " + words(piece), pairs, List.of(USUAL), Optional.of(AS_FAST));
                })).toArray(Workload[]::new));
    }

    /** Returns the part about buffer sizes, up to those that exceed the processor's first-level and second-level caches. */
    private static Part buffers(List<Integer> sizes) {
        return Part.of("e", "Reading pieces of 64 bytes: java.io's buffer (stock), and the library's (library)",
                sizes.stream().map(size -> Transfer.of(true, Transfer.JAVA, SMALL_PIECE).withBuffer(size)
                        .againstLibrary("e-" + size, "a buffer of " + words(size), Bench.pairs(1), List.of(USUAL),
                                Optional.of(THAN_OTHERS))
                        .at(size)).toArray(Workload[]::new))
                .along(new Axis("buffer", "bytes", true));
    }

    /** Returns the control, with the smallest piece size that has nothing to gain. Its floor is a copy within the caches. */
    private static Part control() {
        Map<Subject, Double> subjects =
                Subject.ofEach(List.of(USUAL), Transfer.ITERATION_SECONDS, STOCK, SLIPSTREAM, TWIN);
        Transfer transfer = Transfer.of(true, Transfer.UNBUFFERED, Transfer.BUFFER);
        int pairs = Bench.pairs(1);
        List<Claim> claims = List.of(
                Claim.control(SLIPSTREAM.on(USUAL), 0.15, STOCK.on(USUAL)),
                Claim.control(TWIN.on(USUAL), 0.15, STOCK.on(USUAL)));
        Workload workload = Workload.of("g-control", "reading, no buffer, pieces of 8 KiB",
                transfer.benchmark(), pairs, subjects).withCounterpart(Floors.memoryCopy(1_024),
                        Map.of(FLOOR.on(USUAL), Transfer.ITERATION_SECONDS));
        return Part.of("g", "Control: pieces for which nothing is done; the floor is a copy of memory",
                bytes(), workload.claiming(claims));
    }

    /** Returns a control bound by the core, not by memory, so that few pairs decide on a busy host. */
    private static Workload bytes() {
        Transfer transfer = Transfer.of(true, Transfer.JAVA, 1);
        Map<Subject, Double> subjects =
                Subject.ofEach(List.of(USUAL), Transfer.ITERATION_SECONDS, STOCK, SLIPSTREAM);
        int pairs = Bench.pairs(1);
        return Workload.of("g-bytes", transfer.title() + ", single bytes", transfer.benchmark(), pairs, subjects)
                .claiming(List.of(Claim.control(SLIPSTREAM.on(USUAL), 0.15, STOCK.on(USUAL)).asHeadline()));
    }

    /** Returns a superset of the publication's table: every piece size, through every kind of stream. */
    private static List<Part> table() {
        List<Transfer> all = new ArrayList<>();
        Stream.concat(Stream.of(Transfer.UNBUFFERED, Transfer.JAVA), PEERS.stream())
                .forEach(through -> directions().forEach(reads -> all.add(Transfer.of(reads, through, 1))));
        Stream.of(Transfer.UNBUFFERED, Transfer.JAVA)
                .forEach(through -> directions().forEach(reads -> all.add(Transfer.of(reads, through, 1).onDisk())));
        return IntStream.range(0, all.size()).mapToObj(i -> curve(TABLE + (char) ('a' + i), all.get(i))).toList();
    }

    private static Part curve(String id, Transfer like) {
        boolean disk = like.device().equals("disk");
        String title = "Pieces of every size" + (disk ? ", on a disk: " : ": ") + like.title();
        return Part.of(id, title + " (stock), and the library's (library)",
                powers(1, LARGEST, 2)
                        .stream().map(piece -> new Transfer(like.reads(), like.through(), piece, like.buffer(), like.device())
                                .againstLibrary(id + "-" + piece, "pieces of " + words(piece), Bench.pairs(MANY),
                                        List.of(USUAL), piece == 1 ? Optional.of(THAN_OTHERS) : Optional.empty())
                                .at(piece))
                        .toArray(Workload[]::new))
                .along(new Axis("piece", "bytes", true));
    }

    private static Stream<Boolean> directions() {
        return Stream.of(true, false);
    }

    private static Workload[] both(Function<Boolean, Workload> workload) {
        return directions().map(workload).toArray(Workload[]::new);
    }

    private static List<Integer> powers(int from, int to, int factor) {
        return IntStream.iterate(from, size -> size <= to, size -> size * factor).boxed().toList();
    }

    private static String words(int bytes) {
        return bytes < 1_024 ? bytes + (bytes == 1 ? " byte" : " bytes") : bytes < LARGEST ? bytes / 1_024 + " KiB" : "1 MiB";
    }
}
