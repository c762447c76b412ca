package dev.slipstream.examples.arenas;

import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** Documents and queries, the same in every run. Words are as frequent as in a natural language. */
final class Corpus {
    static final String TEXT = "text";
    static final String ID = "id";

    private static final int VOCABULARY = 20_000;
    private static final int WORDS = 120;

    private Corpus() {}

    /** Returns the document with this number. */
    static Document document(int number) {
        Random random = new Random(number);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < WORDS; i++) {
            text.append(word(random)).append(' ');
        }
        Document document = new Document();
        document.add(new TextField(TEXT, text.toString(), Field.Store.YES));
        document.add(new NumericDocValuesField(ID, number));
        return document;
    }

    /** Returns the query with this number: either of two words, both of them, or both in a row. */
    static Query query(int number) {
        Random random = new Random(-1L - number);
        String first = word(random);
        String second = word(random);
        if (number % 8 == 0) {
            return new PhraseQuery(TEXT, first, second);
        }
        BooleanClause.Occur occur = number % 2 == 0 ? BooleanClause.Occur.MUST : BooleanClause.Occur.SHOULD;
        return new BooleanQuery.Builder()
                .add(new TermQuery(new Term(TEXT, first)), occur)
                .add(new TermQuery(new Term(TEXT, second)), occur)
                .build();
    }

    /** Returns a random word. The n-th word is about 1/n as frequent as the first. */
    private static String word(Random random) {
        return "w" + (int) Math.pow(VOCABULARY, random.nextDouble());
    }
}
