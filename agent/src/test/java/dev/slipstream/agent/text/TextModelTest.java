package dev.slipstream.agent.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.plan.NoCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of the memory of builders' arrays, and of the capacity that follows from it. */
class TextModelTest {
    private static final int STOCK = TextModel.STOCK;

    private final TextModel model = new TextModel(true, 16, 8);

    private static TextModel.Sample sample(int... lengths) {
        TextModel.Sample sample = new TextModel.Sample();
        for (int length : lengths) {
            sample.add(length, false);
        }
        return sample;
    }

    private static TextModel.Sample wide(int length) {
        TextModel.Sample sample = new TextModel.Sample();
        sample.add(length, true);
        return sample;
    }

    /** Lengths below each bound, in percent, as published; what is missing to a hundred is longer. */
    private static TextModel.Sample histogram(int... percents) {
        int[] bounds = {0, 32, 48, 64, 256};
        TextModel.Sample sample = new TextModel.Sample();
        Random random = new Random(7);
        int left = 100;
        for (int i = 0; i < bounds.length - 1; i++) {
            int percent = i < percents.length ? percents[i] : left;
            left -= percent;
            for (int n = 0; n < 10 * percent; n++) {
                sample.add(bounds[i] + random.nextInt(bounds[i + 1] - bounds[i]), false);
            }
        }
        return sample;
    }

    /** As a real builder's capacity grows, appended to by the character, and at once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 7, 16, 17, 34, 35, 41, 64, 70, 71, 142, 143, 1_000})
    void countsTheArraysOfARealBuilder(int length) {
        for (int capacity : new int[] {16, 32, 48, 128}) {
            StringBuilder builder = new StringBuilder(capacity);
            List<Integer> capacities = new ArrayList<>(List.of(capacity));
            for (int i = 0; i < length; i++) {
                builder.append('x');
                if (builder.capacity() != capacities.get(capacities.size() - 1)) {
                    capacities.add(builder.capacity());
                }
            }
            StringBuilder atOnce = new StringBuilder(capacity).append("x".repeat(length));
            TextModel.Cost cost = model.cost(capacity, sample(length));
            assertThat(cost.most()).isEqualTo(capacities.stream().mapToLong(TextModelTest::array).sum());
            assertThat(cost.fewest()).isEqualTo(
                    array(capacity) + (atOnce.capacity() == capacity ? 0 : array(atOnce.capacity())));
        }
    }

    private static long array(int bytes) {
        return (16L + bytes + 7) / 8 * 8;
    }

    @Test
    void countsTwoBytesForACharacter() {
        assertThat(model.cost(STOCK, wide(10)).bytes()).isEqualTo(32 + 48);
        assertThat(model.cost(STOCK, wide(40)).most()).isEqualTo(32 + 48 + array(68) + array(140));
        assertThat(model.cost(STOCK, wide(40)).fewest()).isEqualTo(32 + array(80));
        TextModel twoBytes = new TextModel(false, 16, 8);
        assertThat(twoBytes.cost(STOCK, sample(10)).bytes()).isEqualTo(48);
        assertThat(twoBytes.cost(STOCK, sample(40)).fewest()).isEqualTo(48 + array(80));
    }

    @ParameterizedTest
    @CsvSource({"16, 8", "12, 8", "20, 8", "24, 8", "16, 16", "12, 16", "16, 32"})
    void findsHowThisJvmLaysOutAnArray(long header, long alignment) {
        TextModel there = TextModel.here(true, new NoCallback() {
            @Override
            public long sizeOf(Object object) {
                return (header + ((byte[]) object).length + alignment - 1) / alignment * alignment;
            }
        });
        assertThat(there.cost(STOCK, sample(100))).isEqualTo(new TextModel(true, header, alignment).cost(STOCK, sample(100)));
        assertThat(there.cost(48, sample(40)).bytes()).isEqualTo((header + 48 + alignment - 1) / alignment * alignment);
    }

    @ParameterizedTest
    @CsvSource({"0, 16", "7, 16", "16, 16", "17, 24", "22, 24", "33, 40", "41, 48", "64, 64", "100, 112", "128, 128"})
    void followsTheLengths(int length, int capacity) {
        assertThat(model.best(sample(length))).isEqualTo(capacity);
    }

    /** The rest of a longer text, which does not fit, is copied once more, whatever the capacity. */
    @Test
    void leavesLongTextsAlone() {
        assertThat(model.best(sample(100_000))).isEqualTo(STOCK);
        assertThat(model.best(sample())).isEqualTo(STOCK);
    }

    /** As the page says: a capacity that suits the texts seen may cost longer ones more, and some less. */
    @Test
    void longerTextsThanThoseSeenMayTakeMore() {
        assertThat(model.cost(STOCK, sample(2_000)).most()).isEqualTo(4_720);
        assertThat(model.cost(56, sample(2_000)).most()).isEqualTo(7_480);
        assertThat(model.cost(64, sample(2_000)).most()).isEqualTo(4_256);
        double inPieces = 1;
        double atOnce = 1;
        long more = 0;
        for (int length = 0; length < 5_000; length++) {
            TextModel.Cost stock = model.cost(STOCK, sample(length));
            for (int capacity : new int[] {24, 32, 40, 48, 56, 64, 80, 96, 112, 128}) {
                TextModel.Cost ours = model.cost(capacity, sample(length));
                if (length > capacity) {
                    inPieces = Math.max(inPieces, (double) ours.most() / stock.most());
                    atOnce = Math.max(atOnce, (double) ours.fewest() / stock.fewest());
                }
                if (length <= 128) {
                    more = Math.max(more, Math.max(ours.most() - stock.most(), ours.fewest() - stock.fewest()));
                }
            }
        }
        assertThat(inPieces).isBetween(1.85, 1.9);
        assertThat(atOnce).isBetween(2.25, 2.35);
        assertThat(more).isEqualTo(208);
    }

    @Test
    void whatEachPublishedHistogramDeserves() {
        assertThat(model.best(histogram(84, 10, 4))).isEqualTo(32);
        assertThat(model.best(histogram(49, 47, 0))).isEqualTo(48);
    }

    /** A few texts more of a length that does not fit are no reason for a change; many are, and so is that it costs bytes. */
    @Test
    void staysWhereAChangeIsNotWorthIt() {
        TextModel.Sample few = sample();
        TextModel.Sample many = sample();
        for (int i = 0; i < 100; i++) {
            few.add(i < 5 ? 41 : 40, false);
            many.add(i < 50 ? 41 : 40, false);
        }
        assertThat(model.best(few)).isEqualTo(48);
        assertThat(model.next(few, 40)).isEqualTo(40);
        assertThat(model.next(few, STOCK)).isEqualTo(48);
        assertThat(model.next(many, 40)).isEqualTo(48);
        assertThat(model.next(sample(7), 40)).isEqualTo(STOCK);
        assertThat(model.next(sample(17), 40)).isEqualTo(24);
    }

    /** However the texts came: never more bytes, and no more arrays. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void isNeverWorseThanTheJdk(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            TextModel.Sample sample = new TextModel.Sample();
            int usual = 1 + random.nextInt(200);
            int size = 1 + random.nextInt(50);
            for (int i = 0; i < size; i++) {
                sample.add(random.nextInt(8) == 0 ? random.nextInt(5_000) : random.nextInt(usual), random.nextInt(20) == 0);
            }
            for (TextModel each : List.of(model, new TextModel(false, 16, 8), new TextModel(true, 12, 8),
                    new TextModel(true, 20, 16))) {
                int best = each.best(sample);
                TextModel.Cost stock = each.cost(STOCK, sample);
                TextModel.Cost ours = each.cost(best, sample);
                assertThat(best).isBetween(16, 128);
                assertThat(ours.most()).isLessThanOrEqualTo(stock.most());
                assertThat(ours.fewest()).isLessThanOrEqualTo(stock.fewest());
                assertThat(ours.growths()).isLessThanOrEqualTo(stock.growths());
            }
        }
    }
}
