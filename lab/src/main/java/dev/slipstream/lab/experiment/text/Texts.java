package dev.slipstream.lab.experiment.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Texts to build, each as its pieces, in an order that defeats branch predictors. */
public final class Texts {
    /** The number of texts, a power of two. */
    public static final int COUNT = 1 << 10;

    /** Final lengths in HotSpot's string stream: per cent in the ranges below 32, 48 and 64 characters. The rest is longer. */
    private static final Map<String, int[]> HISTOGRAMS =
            Map.of("84-10-4", new int[] {84, 10, 4}, "49-47-0", new int[] {49, 47, 0});

    private static final int[] BOUNDS = {0, 32, 48, 64, 128};
    private static final int HUNDRED = 100;

    /** The length of the longest piece, like a word or a number. */
    private static final int LONGEST = 8;
    private static final long SEED = 8_260_030;

    private Texts() {}

    /**
     * Creates the texts.
     *
     * @param lengths the number of characters of every text; or an inclusive range such as {@code 17-64}, in which all lengths are
     *         equally frequent; or the name of a published histogram: {@code 84-10-4} or {@code 49-47-0}
     * @return the pieces of each text, of 1 to 8 characters
     */
    public static String[][] of(String lengths) {
        Random random = new Random(SEED);
        String[][] texts = new String[COUNT][];
        int[] histogram = HISTOGRAMS.get(lengths);
        for (int i = 0; i < COUNT; i++) {
            texts[i] = pieces(histogram == null ? length(lengths.split("-", 2), random) : length(histogram, random), random);
        }
        return texts;
    }

    private static int length(String[] bounds, Random random) {
        int least = Integer.parseInt(bounds[0]);
        int most = Integer.parseInt(bounds[bounds.length - 1]);
        return least == most ? least : least + random.nextInt(most + 1 - least);
    }

    private static int length(int[] percents, Random random) {
        int percent = random.nextInt(HUNDRED);
        int range = 0;
        while (range < percents.length && percent >= percents[range]) {
            percent -= percents[range++];
        }
        return BOUNDS[range] + random.nextInt(BOUNDS[range + 1] - BOUNDS[range]);
    }

    private static String[] pieces(int length, Random random) {
        List<String> pieces = new ArrayList<>();
        int left = length;
        while (left > 0) {
            int next = Math.min(left, 1 + random.nextInt(LONGEST));
            pieces.add("x".repeat(next));
            left -= next;
        }
        return pieces.toArray(String[]::new);
    }
}
