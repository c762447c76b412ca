import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/**
 * Checks a folder that {@code tools/stage} has made against the rules of Maven Central, and against what this project adds: licence, notice
 * and module name in each jar, the source of each class, and a BOM that lists exactly what is there.
 *
 * <p>Usage: {@code java tools/CentralRules.java FOLDER}. Prints a line for each fault. Exit code 1: there is one.
 */
public final class CentralRules {
    private static final String GROUP = "dev.slipstream";
    private static final List<String> REQUIRED = List.of("groupId", "artifactId", "version", "name", "description", "url",
            "licenses/license/name", "licenses/license/url", "developers/developer/name", "scm/connection",
            "scm/developerConnection", "scm/url");
    private static final List<String> FORBIDDEN =
            List.of("parent", "build", "profiles", "properties", "repositories", "pluginRepositories", "distributionManagement");
    private static final String LICENCE = "Apache-2.0";
    private static final Map<String, String> SUMS = new TreeMap<>(Map.of("md5", "MD5", "sha1", "SHA-1"));

    /** Other people's classes, under names of ours. */
    private static final Pattern RELOCATED = Pattern.compile("dev/slipstream/(agent/asm|spark/gson)/.*");

    private final Path folder;
    private final XPath xpath = XPathFactory.newInstance().newXPath();
    private final List<String> faults = new ArrayList<>();
    private final Set<String> jars = new TreeSet<>();
    private final Set<String> managed = new TreeSet<>();

    private CentralRules(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] args) throws Exception {
        CentralRules rules = new CentralRules(Path.of(args[0]).toRealPath());
        rules.check();
        rules.faults.forEach(System.out::println);
        System.out.println(rules.jars.size() + " jars and a BOM, " + rules.faults.size() + " faults");
        System.exit(rules.faults.isEmpty() ? 0 : 1);
    }

    private void check() throws Exception {
        List<Path> files = files();
        boolean isSigned = files.stream().anyMatch(file -> file.toString().endsWith(".asc"));
        for (Path file : files) {
            if (!file.toString().matches(".*\\.(md5|sha1|sha256|sha512|asc)")) {
                checkSums(file);
                require(file, !isSigned || Files.exists(Path.of(file + ".asc")), "has no signature");
            }
            if (file.toString().endsWith(".pom")) {
                checkPom(file);
            }
        }
        require(folder, !jars.isEmpty() && jars.equals(managed), "has the jars " + jars + ", and a BOM of " + managed);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private void require(Path file, boolean isTrue, String fault) {
        if (!isTrue) {
            faults.add(folder.relativize(file) + " " + fault);
        }
    }

    private void checkSums(Path file) throws IOException, NoSuchAlgorithmException {
        for (Map.Entry<String, String> each : SUMS.entrySet()) {
            Path sums = Path.of(file + "." + each.getKey());
            String sum = HexFormat.of().formatHex(MessageDigest.getInstance(each.getValue()).digest(Files.readAllBytes(file)));
            require(file, Files.exists(sums) && Files.readString(sums).strip().equals(sum),
                    "is not what its " + each.getValue() + " says");
        }
    }

    private String text(Document pom, String path) throws XPathExpressionException {
        return xpath.evaluate("/project/" + path, pom).strip();
    }

    private List<String> texts(Document pom, String path) throws XPathExpressionException {
        return values(pom, path, "normalize-space(.)");
    }

    private List<String> coordinates(Document pom, String path) throws XPathExpressionException {
        return values(pom, path, "concat(groupId, ':', artifactId, ':', version)");
    }

    private List<String> values(Document pom, String path, String expression) throws XPathExpressionException {
        NodeList nodes = (NodeList) xpath.evaluate("/project/" + path, pom, XPathConstants.NODESET);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            values.add(xpath.evaluate(expression, nodes.item(i)));
        }
        return values;
    }

    private void checkPom(Path file) throws Exception {
        Document pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        for (String path : REQUIRED) {
            String text = text(pom, path);
            require(file, !text.isEmpty() && !text.contains("${"), "has no " + path + ", but '" + text + "'");
        }
        for (String path : FORBIDDEN) {
            require(file, texts(pom, path).isEmpty(), "has the element " + path);
        }
        for (String path : List.of("url", "scm/url", "developers/developer/url")) {
            require(file, text(pom, path).startsWith("https://"), "has no web address as " + path);
        }
        require(file, texts(pom, "licenses/license/name").equals(List.of(LICENCE)), "has a licence other than " + LICENCE);
        String name = text(pom, "artifactId");
        String version = text(pom, "version");
        Path place =
                folder.resolve(GROUP.replace('.', '/')).resolve(name).resolve(version).resolve(name + "-" + version + ".pom");
        require(file, file.equals(place), "belongs to " + folder.relativize(place));
        require(file, !version.endsWith("-SNAPSHOT"), "is no release");
        checkDependencies(file, pom);
        if (text(pom, "packaging").equals("pom")) {
            managed.addAll(coordinates(pom, "dependencyManagement/dependencies/dependency"));
        } else {
            jars.add(GROUP + ":" + name + ":" + version);
            checkJars(file.resolveSibling(name + "-" + version));
        }
    }

    private void checkDependencies(Path file, Document pom) throws XPathExpressionException {
        for (String kind : List.of("", "dependencyManagement/")) {
            String path = kind + "dependencies/dependency/";
            require(file, texts(pom, path + "version").stream().noneMatch(version -> version.matches(".*(SNAPSHOT|\\$\\{).*")),
                    "depends on no release");
            require(file, texts(pom, path + "scope").stream().noneMatch(scope -> scope.matches("test|system")),
                    "has a dependency for tests");
            for (String each : coordinates(pom, kind + "dependencies/dependency")) {
                String[] parts = each.split(":", -1);
                require(file, !parts[2].isEmpty(), "depends on no version of " + parts[1]);
                Path there = folder.resolve(parts[0].replace('.', '/')).resolve(parts[1]).resolve(parts[2]);
                require(file, !parts[0].equals(GROUP) || Files.isDirectory(there),
                        "depends on " + parts[1] + " " + parts[2] + ", which is not there");
            }
        }
    }

    private void checkJars(Path base) throws IOException {
        Path jar = Path.of(base + ".jar");
        Path sources = Path.of(base + "-sources.jar");
        Path documentation = Path.of(base + "-javadoc.jar");
        for (Path each : List.of(jar, sources, documentation)) {
            require(each, Files.exists(each), "is missing");
        }
        if (Files.exists(jar) && Files.exists(sources) && Files.exists(documentation)) {
            require(documentation, names(documentation).contains("index.html"), "has no documentation");
            checkContent(jar);
            checkSources(jar, sources);
        }
    }

    private static Set<String> names(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return new TreeSet<>(file.stream().map(JarEntry::getName).toList());
        }
    }

    private void checkContent(Path jar) throws IOException {
        Set<String> names = names(jar);
        require(jar, names.containsAll(List.of("META-INF/LICENSE", "META-INF/NOTICE")), "has no licence, or no notice");
        try (JarFile file = new JarFile(jar.toFile())) {
            boolean hasName = file.getManifest().getMainAttributes().getValue("Automatic-Module-Name") != null;
            require(jar, hasName != names.contains("module-info.class"), "has no name as a module, or two");
        }
    }

    /** Requires the source of each of our classes. Those in packages of the JDK may be copies of our own under another package. */
    private void checkSources(Path jar, Path sources) throws IOException {
        Set<String> there = names(sources);
        Set<String> files = new HashSet<>(there.stream().map(name -> name.substring(name.lastIndexOf('/') + 1)).toList());
        Set<String> classes = new TreeSet<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream().forEach(entry -> {
                try {
                    addClasses(entry.getName(), file.getInputStream(entry).readAllBytes(), classes);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        require(jar, !classes.isEmpty(), "has no class");
        for (String name : classes) {
            String source = name.replaceAll("(\\$.*)?\\.class$", ".java");
            require(sources,
                    name.startsWith("j") ? files.contains(source.substring(source.lastIndexOf('/') + 1)) : there.contains(source),
                    "has no " + source);
        }
    }

    private static void addClasses(String name, byte[] content, Set<String> classes) throws IOException {
        String inside = name.replaceFirst("^META-INF/slipstream/engine/", "");
        if (name.matches("META-INF/slipstream/cli/slipstream-.*\\.jar")) {
            try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(content))) {
                for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                    addClasses(entry.getName(), new byte[0], classes);
                }
            }
        } else if (inside.matches("(dev/slipstream|java|jdk)/.*\\.class") && !RELOCATED.matcher(inside).matches()) {
            classes.add(inside);
        }
    }
}
