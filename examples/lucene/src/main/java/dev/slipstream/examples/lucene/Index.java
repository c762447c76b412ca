package dev.slipstream.examples.lucene;

import dev.slipstream.examples.load.Folder;
import dev.slipstream.examples.load.Load;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.MMapDirectory;

/**
 * Index of Lucene, mapped into memory, whose documents are replaced while they are searched. A document is replaced by deleting it and
 * adding another; readers that are reopened and merges of segments map files into shared arenas, and close those. An operation is a
 * replacement and some searches. Each search must find what the index has at some moment: as many documents of each kind as ever, one
 * document in each place, and that with the text that it was given. One in twenty operations reopens the reader, and must find its own.
 *
 * <p>Arguments and output: those of {@link Load}.
 */
public final class Index implements AutoCloseable {
    private static final int PER_SECOND = 200;
    private static final int THREADS = 4;
    private static final int PLACES = 20_000;
    private static final int KINDS = 16;
    private static final int REOPENING = 20;
    private static final int COMMITTING = 1_000;
    private static final int WORDS = 60;
    private static final int VOCABULARY = 20_000;
    private static final int BUFFER_MB = 4;

    private final MMapDirectory directory;
    private final IndexWriter writer;
    private final SearcherManager searchers;
    private final AtomicLongArray newest = new AtomicLongArray(PLACES);

    private Index(Folder folder) throws IOException {
        directory = new MMapDirectory(folder.path());
        writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(BUFFER_MB));
        for (long number = 0; number < PLACES; number++) {
            replace(number);
        }
        searchers = new SearcherManager(writer, null);
    }

    public static void main(String[] args) {
        Load.main(args, PER_SECOND, load -> {
            try (Folder folder = Folder.create("lucene"); Index index = new Index(folder)) {
                load.start(THREADS, index::operate);
                load.awaitReady();
                load.awaitEnd();
                index.checkAll();
            }
        });
    }

    /** Puts the document with this number into its place. */
    private void replace(long number) throws IOException {
        int place = (int) (number % PLACES);
        newest.set(place, number);
        Document document = new Document();
        document.add(new StringField("place", Integer.toString(place), Field.Store.NO));
        document.add(new StringField("kind", Integer.toString(place % KINDS), Field.Store.NO));
        document.add(new StoredField("number", number));
        document.add(new TextField("text", String.join(" ", words(number)), Field.Store.YES));
        writer.updateDocument(new Term("place", Integer.toString(place)), document);
    }

    private void operate(long operation) throws IOException {
        long number = operation + PLACES;
        int place = (int) (number % PLACES);
        replace(number);
        if (operation % REOPENING == 0) {
            searchers.maybeRefreshBlocking();
            Load.check(numberIn(place) == number, "document %d is not found in its place after the reader was reopened", number);
        }
        if (operation % COMMITTING == 0) {
            writer.commit();
        }
        searchKind(place % KINDS);
        int other = ThreadLocalRandom.current().nextInt(PLACES);
        long found = numberIn(other);
        long last = newest.get(other);
        Load.check(found == last || found == last - PLACES, "document %d is found in place %d instead of %d", found, other, last);
    }

    private void searchKind(int kind) throws IOException {
        IndexSearcher searcher = searchers.acquire();
        try {
            int count = searcher.count(new TermQuery(new Term("kind", Integer.toString(kind))));
            Load.check(count == PLACES / KINDS, "%d documents of a kind are found instead of %d", count, PLACES / KINDS);
        } finally {
            searchers.release(searcher);
        }
    }

    /** Searches a place, and returns the number of the document there, which must have two neighbouring words of its text in a row. */
    private long numberIn(int place) throws IOException {
        IndexSearcher searcher = searchers.acquire();
        try {
            TermQuery there = new TermQuery(new Term("place", Integer.toString(place)));
            TopDocs found = searcher.search(there, 2);
            Load.check(found.scoreDocs.length == 1, "%d documents are found in place %d", found.scoreDocs.length, place);
            Document document = searcher.storedFields().document(found.scoreDocs[0].doc);
            long number = document.getField("number").numericValue().longValue();
            String[] words = words(number);
            Load.check(document.get("text").equals(String.join(" ", words)), "document %d has another text", number);
            PhraseQuery phrase = new PhraseQuery("text", words[place % (WORDS - 1)], words[place % (WORDS - 1) + 1]);
            int count = searcher.count(new BooleanQuery.Builder().add(there, Occur.FILTER).add(phrase, Occur.MUST).build());
            Load.check(count == 1, "document %d is not found by its words", number);
            return number;
        } finally {
            searchers.release(searcher);
        }
    }

    private void checkAll() throws IOException {
        searchers.maybeRefreshBlocking();
        for (int place = 0; place < PLACES; place++) {
            long number = numberIn(place);
            Load.check(number == newest.get(place), "place %d has document %d instead of %d", place, number, newest.get(place));
        }
    }

    /** Returns the text of a document. The n-th word is about 1/n as frequent as the first. */
    private static String[] words(long number) {
        Random random = new Random(number);
        String[] words = new String[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = "w" + (int) Math.pow(VOCABULARY, random.nextDouble());
        }
        return words;
    }

    @Override
    public void close() throws IOException {
        searchers.close();
        writer.close();
        directory.close();
    }
}
