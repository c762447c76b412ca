import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Summarises Surefire's reports for {@code ./slipstream test}: ten lines for each failed test, with the command that runs it alone;
 * the slowest classes; and the numbers of passed and failed tests.
 *
 * <p>Usage: {@code java tools/TestReport.java ROOT LOG}. Where no test failed, what else did is in Maven's output, the file LOG: a
 * compiler, or a JVM that crashed. Exit code 1: something failed, no test was run, or Maven did not get to its end. A test that was
 * skipped has failed.
 *
 * <p>A test to which the machine refuses what it needs asserts the refusal, and prints a line that says so. These are counted.
 *
 * <p>{@code java tools/TestReport.java ROOT LOG CLASS...} instead prints how often each method of these classes passed and failed,
 * separated by tabs, for {@code docs/figures}.
 */
public final class TestReport {
    private static final int FIRST_LINES = 2;
    private static final int LAST_LINES = 4;
    private static final int MOST_CHARACTERS = 160;
    private static final int SLOWEST = 10;
    private static final int MOST_ERRORS = 30;
    private static final String REFUSED = "refused here: ";
    private static final Pattern END = Pattern.compile("\\] BUILD (SUCCESS|FAILURE)$");

    private final List<String> failures = new ArrayList<>();
    private final Map<String, Double> seconds = new TreeMap<>();
    private final Map<String, int[]> methods = new TreeMap<>();
    private final Map<String, Long> refusals = new TreeMap<>();
    private int passed;

    private TestReport() {}

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        TestReport report = new TestReport();
        DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        try (Stream<Path> files =
                Files.find(root, 4, (file, attributes) -> file.toString().matches(".*/target/surefire-reports/TEST-.*\\.xml"))) {
            for (Path file : files.sorted().toList()) {
                report.read(root.relativize(file).getName(0).toString(), parser.parse(file.toFile()).getDocumentElement());
            }
        }
        List<String> log = Files.readAllLines(Path.of(args[1]));
        List<String> errors =
                report.failures.isEmpty() ? log.stream().filter(line -> line.startsWith("[ERROR]")).toList() : List.of();
        boolean ended = log.stream().anyMatch(END.asPredicate());
        if (args.length > 2) {
            report.printMethods(List.of(args).subList(2, args.length));
        } else {
            report.print(errors, ended);
        }
        System.exit(report.failures.isEmpty() && errors.isEmpty() && report.passed > 0 && ended ? 0 : 1);
    }

    private void read(String module, Element suite) {
        NodeList printed = suite.getElementsByTagName("system-out");
        for (int i = 0; i < printed.getLength(); i++) {
            printed.item(i).getTextContent().lines().filter(line -> line.startsWith(REFUSED))
                    .forEach(line -> refusals.merge(line.substring(REFUSED.length()), 1L, Long::sum));
        }
        NodeList cases = suite.getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
            Element test = (Element) cases.item(i);
            String type = test.getAttribute("classname");
            seconds.merge(module + " " + simple(type), Double.parseDouble(test.getAttribute("time")), Double::sum);
            int[] outcomes = methods.computeIfAbsent(simple(type) + "#" + method(test), name -> new int[2]);
            Stream.of("failure", "error", "skipped").map(test::getElementsByTagName).filter(found -> found.getLength() > 0)
                    .findFirst().ifPresentOrElse(found -> {
                        failures.add(failure(module, type, test, found.item(0)));
                        outcomes[1]++;
                    }, () -> {
                        passed++;
                        outcomes[0]++;
                    });
        }
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static String method(Element test) {
        return test.getAttribute("name").replaceFirst("\\W.*", "");
    }

    /** How what was thrown begins, and how it ends before the stack; where that is in the test; where there is more; the command. */
    private static String failure(String module, String type, Element test, Node problem) {
        String name = test.getAttribute("name");
        String method = method(test);
        List<String> lines = new ArrayList<>();
        lines.add("FAILED  " + module + "  " + simple(type) + "." + name + ", after " + test.getAttribute("time") + " s");
        List<String> said = problem.getTextContent().lines().filter(line -> !line.isBlank()).toList();
        List<String> thrown = said.stream().takeWhile(line -> !line.startsWith("\tat ")).toList();
        thrown.stream().limit(FIRST_LINES).forEach(line -> lines.add("    " + line));
        thrown.stream().skip(Math.max(FIRST_LINES, thrown.size() - LAST_LINES)).forEach(line -> lines.add("    " + line));
        said.stream().filter(line -> line.startsWith("\tat ") && line.contains(type)).findFirst()
                .ifPresent(line -> lines.add("    " + line.strip()));
        lines.add("  all of it: " + module + "/target/surefire-reports/" + type + ".txt");
        lines.add("  alone:     ./slipstream test " + simple(type) + (method.isEmpty() ? "" : "#" + method));
        return String.join("\n", lines.stream()
                .map(line -> line.length() > MOST_CHARACTERS ? line.substring(0, MOST_CHARACTERS) + " ..." : line).toList());
    }

    private void printMethods(List<String> types) {
        System.out.println("what\tpassed\tfailed\tby");
        for (String type : types) {
            methods.forEach((name, outcomes) -> {
                if (name.startsWith(type + "#")) {
                    String words =
                            name.substring(type.length() + 1).replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ");
                    System.out.println(words.toLowerCase(Locale.ROOT) + "\t" + outcomes[0] + "\t" + outcomes[1] + "\t" + name);
                }
            });
        }
    }

    private void print(List<String> errors, boolean ended) {
        failures.forEach(failure -> System.out.println("\n" + failure));
        errors.stream().limit(MOST_ERRORS).forEach(System.out::println);
        System.out.println("\nSeconds of the slowest:");
        seconds.entrySet().stream().sorted(Map.Entry.<String, Double>comparingByValue().reversed()).limit(SLOWEST)
                .forEach(each -> System.out.printf(Locale.ROOT, "%7.1f  %s%n", each.getValue(), each.getKey()));
        if (!refusals.isEmpty()) {
            System.out.println("\nRefused by this machine, which a test asserted instead, so many times:");
            refusals.forEach((what, times) -> System.out.printf("%7d  %s%n", times, what));
        }
        System.out.printf("%n%d passed, %d failed%s%n", passed, failures.size(),
                ended ? "" : "; Maven was killed before all tests had run");
    }
}
