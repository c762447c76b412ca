package dev.slipstream.lab.overhead;

import dev.slipstream.lab.pairs.Pairs;
import dev.slipstream.results.stats.Bar;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Numbers;
import dev.slipstream.results.stats.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Summary of what Slipstream costs an application that pays none of the costs, from the runs of {@code tools/presence}. Each round measures
 * the application once on the stock JDK and once in each other way, in JVMs of their own or in one; a claim is that a measure is at most
 * {@value #MOST} times that of the stock JDK in the same round.
 */
public final class Presence {
    private static final double MOST = 1.01;
    private static final String REFERENCE = "stock";
    private static final int FIRST_MEASURE = 2;

    private Presence() {}

    /**
     * Prints a line for each way and measure, separated by tabs.
     *
     * @param args words that begin each line, then a file of runs: a line of titles, then a line for each run, with its round, its way, and
     *     its measures, smaller ones better, separated by tabs
     */
    public static void main(String[] args) throws IOException {
        List<String> words = List.of(args).subList(0, args.length - 1);
        summary(Files.readAllLines(Path.of(args[args.length - 1])))
                .forEach(line -> System.out.println(String.join("\t", words) + "\t" + line));
    }

    /** Returns the lines: measure, way, median of the stock JDK, median, ratio, interval, pairs, verdict. */
    static List<String> summary(List<String> lines) {
        String[] titles = lines.get(0).split("\t");
        Map<String, Map<Integer, double[]>> runs = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t");
            runs.computeIfAbsent(cells[1], way -> new TreeMap<>()).put(Integer.parseInt(cells[0]),
                    Arrays.stream(cells).skip(FIRST_MEASURE).mapToDouble(Double::parseDouble).toArray());
        }
        Map<Integer, double[]> reference = runs.getOrDefault(REFERENCE, Map.of());
        runs.remove(REFERENCE);
        List<String> summary = new ArrayList<>();
        for (int measure = 0; measure < titles.length - FIRST_MEASURE; measure++) {
            for (Map.Entry<String, Map<Integer, double[]>> way : runs.entrySet()) {
                summary.add(
                        titles[measure + FIRST_MEASURE] + "\t" + way.getKey() + "\t" + line(way.getValue(), reference, measure));
            }
        }
        return summary;
    }

    private static String line(Map<Integer, double[]> way, Map<Integer, double[]> reference, int measure) {
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        way.forEach((round, run) -> {
            double[] other = reference.get(round);
            if (other != null) {
                ours.add(run[measure]);
                theirs.add(other[measure]);
            }
        });
        List<Interval> ratios = IntStream.range(0, ours.size()).mapToObj(i -> Interval.of(ours.get(i) / theirs.get(i))).toList();
        Judgement judgement = Pairs.judge(new Bar.AtMost(MOST), ratios, Judgement.CONFIDENCE);
        return String.join("\t", Numbers.significant(median(theirs)),
                Numbers.significant(median(ours)), String.format(Locale.ROOT, "%.3f", judgement.ratio()),
                judgement.interval().map(Presence::words).orElse(""), Integer.toString(ratios.size()), words(judgement));
    }

    private static double median(List<Double> runs) {
        double[] values = runs.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
    }

    private static String words(Interval interval) {
        return String.format(Locale.ROOT, "%.3f to %.3f", interval.low(), interval.high());
    }

    private static String words(Judgement judgement) {
        if (judgement.verdict() == Verdict.UNDECIDED && judgement.morePairs().isPresent()) {
            return "undecided: about " + judgement.morePairs().getAsInt() + " more pairs";
        }
        return judgement.verdict().toString();
    }
}
