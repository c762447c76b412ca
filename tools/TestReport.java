import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What Surefire's reports say in the end, for {@code ./slipstream test}: of each test that failed, in ten lines, what failed and how
 * it is run alone; the classes that took longest; and how many tests passed and failed.
 *
 * <p>Usage: {@code java tools/TestReport.java ROOT LOG}. Where Maven failed and no test did, its errors are in the file LOG. Exit code
 * 1: a test failed, or none was run.
 */
public final class TestReport {
    private static final int LINES = 6;
    private static final int WIDTH = 160;
    private static final int SLOWEST = 10;
    private static final int MOST_ERRORS = 30;

    private final List<String> failures = new ArrayList<>();
    private final Map<String, Double> seconds = new TreeMap<>();
    private int passed;

    private TestReport() {
    }

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        TestReport report = new TestReport();
        DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        try (Stream<Path> files = Files.find(root, 4, (file, attributes) ->
                file.toString().matches(".*/target/surefire-reports/TEST-.*\\.xml"))) {
            for (Path file : files.sorted().toList()) {
                String module = root.relativize(file).getName(0).toString();
                report.read(module, parser.parse(file.toFile()).getDocumentElement());
            }
        }
        report.print(Files.readAllLines(Path.of(args[1])));
        System.exit(report.failures.isEmpty() && report.passed > 0 ? 0 : 1);
    }

    private void read(String module, Element suite) {
        NodeList cases = suite.getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            Element test = (Element) cases.item(i);
            String type = test.getAttribute("classname");
            seconds.merge(module + " " + type.substring(type.lastIndexOf('.') + 1), Double.parseDouble(test.getAttribute("time")),
                    Double::sum);
            NodeList failed = test.getElementsByTagName("failure");
            NodeList broken = test.getElementsByTagName("error");
            if (failed.getLength() + broken.getLength() == 0) {
                passed++;
            } else {
                failures.add(failure(module, type, test, (Element) (failed.getLength() > 0 ? failed : broken).item(0)));
            }
        }
    }

    /** What is thrown first, up to the stack; where in the test's own class; and the command. */
    private static String failure(String module, String type, Element test, Element problem) {
        String simple = type.substring(type.lastIndexOf('.') + 1);
        String method = test.getAttribute("name").replaceFirst("[({\\[ ].*", "");
        List<String> all = problem.getTextContent().lines().filter(line -> !line.isBlank()).toList();
        List<String> stack = all.stream().map(String::strip).filter(line -> line.startsWith("at ")).toList();
        List<String> lines = new ArrayList<>();
        lines.add("FAILED  " + module + "  " + simple + "." + test.getAttribute("name") + ", after " + test.getAttribute("time") + " s");
        all.stream().takeWhile(line -> !line.strip().startsWith("at ")).limit(LINES).forEach(line -> lines.add("    " + line));
        stack.stream().filter(line -> line.contains(type)).findFirst().ifPresent(line -> lines.add("    " + line));
        lines.add("  all of it: " + module + "/target/surefire-reports/" + type + ".txt");
        lines.add("  alone:     ./slipstream test " + simple + (method.isEmpty() ? "" : "#" + method));
        return String.join("\n", lines.stream().map(line -> line.length() > WIDTH ? line.substring(0, WIDTH) + " ..." : line).toList());
    }

    private void print(List<String> log) {
        failures.forEach(failure -> System.out.println("\n" + failure));
        if (failures.isEmpty()) {
            log.stream().filter(line -> line.startsWith("[ERROR]")).limit(MOST_ERRORS).forEach(System.out::println);
        }
        if (!seconds.isEmpty()) {
            System.out.println("\nThe slowest, in seconds:");
        }
        seconds.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())).limit(SLOWEST)
                .forEach(each -> System.out.printf("%7.1f  %s%n", each.getValue(), each.getKey()));
        System.out.printf("%n%d passed, %d failed%n", passed, failures.size());
    }
}
