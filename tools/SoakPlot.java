import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Draws the samples of {@code tools/soak} as SVG on standard output: a row for each application and JDK, a column for each measure, a line
 * for each way.
 *
 * <p>{@code java tools/SoakPlot.java SAMPLES >docs/soak.svg}
 */
public final class SoakPlot {
    private static final int FIRST_MEASURE = 4;
    private static final int SECOND = 3;
    private static final Map<String, String> COLOURS = Map.of(
            "stock", "#222", "agent", "#1769aa", "all", "#c2410c", "baked", "#15803d", "attached", "#9333ea");
    private static final int NAMES = 130;
    private static final int WIDTH = 140;
    private static final int HEIGHT = 60;
    private static final int GAP = 14;
    private static final int TOP = 46;

    private SoakPlot() {}

    public static void main(String[] args) throws Exception {
        List<String[]> lines = Files.readAllLines(Path.of(args[0])).stream().map(line -> line.split("\t")).toList();
        String[] titles = lines.get(0);
        Map<String, List<String[]>> rows = lines.stream().skip(1)
                .collect(Collectors.groupingBy(line -> line[0] + ", JDK " + line[1], LinkedHashMap::new, Collectors.toList()));
        int measures = titles.length - FIRST_MEASURE;
        int width = NAMES + measures * (WIDTH + GAP);
        int height = TOP + rows.size() * (HEIGHT + GAP);
        print("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">",
                width, height);
        print("<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>");
        int x = NAMES;
        for (String way : new TreeSet<>(lines.stream().skip(1).map(line -> line[2]).toList())) {
            print("<text x=\"%d\" y=\"14\" fill=\"%s\" font-weight=\"bold\">%s</text>", x, COLOURS.get(way), way);
            x += 70;
        }
        for (int i = 0; i < measures; i++) {
            print("<text x=\"%d\" y=\"%d\" fill=\"#222\">%s</text>", NAMES + i * (WIDTH + GAP), TOP - 12,
                    titles[FIRST_MEASURE + i]);
        }
        int y = TOP;
        for (Map.Entry<String, List<String[]>> row : rows.entrySet()) {
            print("<text x=\"0\" y=\"%d\" fill=\"#222\">%s</text>", y + HEIGHT / 2, row.getKey());
            for (int i = 0; i < measures; i++) {
                draw(row.getValue(), FIRST_MEASURE + i, NAMES + i * (WIDTH + GAP), y);
            }
            y += HEIGHT + GAP;
        }
        print("</svg>");
    }

    /** Draws a measure of one application over time. Its axis begins at zero, and is labelled with the largest value. */
    private static void draw(List<String[]> lines, int measure, int left, int top) {
        double end = lines.stream().mapToDouble(line -> Double.parseDouble(line[SECOND])).max().orElseThrow();
        double most = Math.max(1, lines.stream().mapToDouble(line -> Double.parseDouble(line[measure])).max().orElseThrow());
        print("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#ddd\"/>", left, top, WIDTH, HEIGHT);
        print("<text x=\"%d\" y=\"%d\" fill=\"#888\" font-size=\"9\">%.0f</text>", left + 2, top + 9, most);
        Map<String, String> points = lines.stream().collect(Collectors.groupingBy(line -> line[2], LinkedHashMap::new,
                Collectors.mapping(
                        line -> String.format(Locale.ROOT, "%.1f,%.1f", left + WIDTH * Double.parseDouble(line[SECOND]) / end,
                                top + HEIGHT * (1 - 0.8 * Double.parseDouble(line[measure]) / most)),
                        Collectors.joining(" "))));
        points.forEach((way, each) -> print("<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" points=\"%s\"/>",
                COLOURS.get(way), each));
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
