package dev.slipstream.examples.arenas;

import dev.slipstream.examples.common.Example;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.MMapDirectory;

/**
 * Lucene with its index in a temporary folder. Some threads add documents while others search; meanwhile segments are merged, and
 * files are mapped and unmapped. Then all threads search. A fixed list of queries follows, whose hits make a digest: the documents,
 * their order, and their scores.
 */
public final class Search implements AutoCloseable {
    private static final int WARM_UP_MILLIS = 2_000;
    private static final int CHECKED_QUERIES = 1_000;
    private static final int HITS = 20;
    private static final int REFRESH_MILLIS = 100;

    /** A quarter of the default, so that there are segments to merge. */
    private static final int BUFFER_MB = 4;

    /** Orders documents of the same score by their numbers, wherever in the index they are. */
    private static final Sort BY_SCORE = new Sort(SortField.FIELD_SCORE, new SortField(Corpus.ID, SortField.Type.LONG));

    private final Path folder = Files.createTempDirectory("lucene");
    private final MMapDirectory directory = new MMapDirectory(folder);
    private final IndexWriter writer =
            new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(BUFFER_MB));
    private final SearcherManager searchers = new SearcherManager(writer, null);
    private final ExecutorService pool = Executors.newCachedThreadPool();

    private Search() throws IOException {}

    /**
     * Result of a run.
     *
     * @param indexSeconds time to add all documents
     * @param queriesPerSecond queries per second of all threads, after indexing
     * @param digest digest of the hits of the checked queries
     * @param striped number of arenas that Slipstream has put on stripes; -1 without Slipstream
     */
    record Result(double indexSeconds, double queriesPerSecond, String digest, long striped) {
        static Result parse(String line) {
            String[] fields = line.split(" ");
            return new Result(Double.parseDouble(fields[0]), Double.parseDouble(fields[1]), fields[2], Long.parseLong(fields[3]));
        }

        @Override
        public String toString() {
            return indexSeconds + " " + queriesPerSecond + " " + digest + " " + striped;
        }
    }

    /** Indexes and searches. */
    static Result run(int documents, int threads, long searchMillis) throws Exception {
        try (Search search = new Search()) {
            double indexSeconds = search.index(documents, threads);
            search.measure(threads, searchMillis == 0 ? 0 : WARM_UP_MILLIS);
            double queriesPerSecond = search.measure(threads, searchMillis);
            return new Result(indexSeconds, queriesPerSecond, search.digest(), striped());
        }
    }

    private double index(int documents, int threads) throws Exception {
        AtomicInteger next = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        List<Future<?>> adding = new ArrayList<>();
        List<Future<?>> searching = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            int first = i;
            adding.add(pool.submit(() -> {
                for (int number = next.getAndIncrement(); number < documents; number = next.getAndIncrement()) {
                    writer.addDocument(Corpus.document(number));
                }
                return null;
            }));
            searching.add(pool.submit(() -> searchUntil(ended, first)));
        }
        searching.add(pool.submit(() -> refreshUntil(ended)));
        await(adding);
        writer.commit();
        double seconds = (System.nanoTime() - start) / 1e9;
        ended.set(true);
        await(searching);
        searchers.maybeRefreshBlocking();
        return seconds;
    }

    private Void refreshUntil(AtomicBoolean ended) throws IOException, InterruptedException {
        while (!ended.get()) {
            searchers.maybeRefreshBlocking();
            Thread.sleep(REFRESH_MILLIS);
        }
        return null;
    }

    private int searchUntil(AtomicBoolean ended, int first) throws IOException {
        int queries = 0;
        for (int number = first * CHECKED_QUERIES; !ended.get(); number++) {
            hits(number, 10);
            queries++;
        }
        return queries;
    }

    private double measure(int threads, long millis) throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        List<Future<Integer>> searching = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int first = i;
            searching.add(pool.submit((Callable<Integer>) () -> searchUntil(ended, first)));
        }
        long start = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(millis);
        ended.set(true);
        double seconds = (System.nanoTime() - start) / 1e9;
        int queries = 0;
        for (Future<Integer> each : searching) {
            queries += each.get();
        }
        return queries / seconds;
    }

    private String digest() throws IOException {
        long digest = 1;
        for (int number = 0; number < CHECKED_QUERIES; number++) {
            for (ScoreDoc hit : hits(number, HITS)) {
                for (Object value : ((FieldDoc) hit).fields) {
                    digest = 31 * digest + value.hashCode();
                }
            }
        }
        return Long.toHexString(digest);
    }

    private ScoreDoc[] hits(int number, int wanted) throws IOException {
        IndexSearcher searcher = searchers.acquire();
        try {
            return searcher.search(Corpus.query(number), wanted, BY_SCORE).scoreDocs;
        } finally {
            searchers.release(searcher);
        }
    }

    private static void await(List<Future<?>> tasks) throws InterruptedException, ExecutionException {
        for (Future<?> task : tasks) {
            task.get();
        }
    }

    /** Reads the counter from the agent's MXBean. */
    private static long striped() throws JMException {
        ObjectName name = new ObjectName("dev.slipstream:type=Remedy,name=arenas");
        if (!ManagementFactory.getPlatformMBeanServer().isRegistered(name)) {
            return -1;
        }
        TabularData counters = (TabularData) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Counters");
        return (long) counters.get(new Object[] {"striped"}).get("value");
    }

    /** Unmaps and deletes the index. */
    @Override
    public void close() throws IOException {
        pool.shutdownNow();
        searchers.close();
        writer.close();
        directory.close();
        Example.delete(folder);
    }

    /**
     * Prints a {@link Result}.
     *
     * @param args number of documents, number of threads, milliseconds of search
     */
    public static void main(String[] args) throws Exception {
        System.out.println(run(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Long.parseLong(args[2])));
    }
}
