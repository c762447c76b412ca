import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Run by the build: writes the tests that {@code @Run} asks for. Arguments: the folder of the sources, and that of the tests. */
class Runs {
    private static final String ANNOTATIONS = "org.openjdk.jcstress.annotations.";
    private static final String AFTERWARDS = "afterwards";

    private final ClassTree scenario;
    private final Map<String, String> types;

    private Runs(ClassTree scenario) {
        this.scenario = scenario;
        types = scenario.getMembers().stream().filter(MethodTree.class::isInstance).map(MethodTree.class::cast)
                .filter(method -> method.getReturnType() != null)
                .collect(Collectors.toMap(method -> method.getName().toString(), method -> method.getReturnType().toString(),
                        (one, overload) -> one));
    }

    public static void main(String[] folders) throws IOException {
        Path tests = Path.of(folders[1]);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (Stream<Path> all = Files.walk(Path.of(folders[0]));
                StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources = all.filter(file -> file.toString().endsWith(".java")).toList();
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null,
                    files.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                for (Tree type : unit.getTypeDecls()) {
                    if (type instanceof ClassTree scenario && !runs(scenario).isEmpty()) {
                        write(unit, scenario, tests);
                    }
                }
            }
        }
    }

    private static List<AnnotationTree> runs(ClassTree of) {
        return of.getModifiers().getAnnotations().stream().filter(each -> each.getAnnotationType().toString().equals("Run"))
                .collect(Collectors.toList());
    }

    /** Writes a file only if it changes, for the sake of the incremental build. */
    private static void write(CompilationUnitTree unit, ClassTree scenario, Path tests) throws IOException {
        String name = scenario.getSimpleName() + "Runs";
        StringBuilder text = new StringBuilder("package " + unit.getPackageName() + ";\n\n");
        unit.getImports().forEach(each -> text.append(each.toString().strip()).append('\n'));
        text.append("\n/** Tests of {@link ").append(scenario.getSimpleName()).append("}. */\npublic final class ").append(name)
                .append(" {\n    private ").append(name).append("() {\n    }\n");
        Runs of = new Runs(scenario);
        runs(scenario).forEach(run -> of.tests(run, text));
        Path file = tests.resolve(unit.getPackageName().toString().replace('.', '/')).resolve(name + ".java");
        String whole = text.append("}\n").toString();
        if (!Files.exists(file) || !Files.readString(file).equals(whole)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, whole);
        }
    }

    private void tests(AnnotationTree run, StringBuilder text) {
        String prefix = values(run, "name").stream().findAny().orElse(scenario.getSimpleName().toString());
        List<String> actors = values(run, "actors");
        values(run, "holds").forEach(kind -> test(prefix + ending(kind), kind, actors, text));
        values(run, "broken").forEach(kind -> test("Broken" + prefix + ending(kind), kind, actors, text));
    }

    private String ending(String kind) {
        return scenario.getSimpleName().contentEquals(kind) ? "" : kind.substring(kind.lastIndexOf('.') + 1);
    }

    private void test(String name, String kind, List<String> actors, StringBuilder text) {
        text.append("""

                    /** With {@link %s}. */
                    @%5$sJCStressTest
                    @%5$sJCStressMeta(%3$s.class)
                    @%5$sState
                    public static class %2$s {
                        private final %3$s scenario = new %4$s;
                """.formatted(kind, name, scenario.getSimpleName(),
                isKind() ? kind + "()" : scenario.getSimpleName() + "(" + kind + "::new)", ANNOTATIONS));
        List<String> methods = new ArrayList<>(actors);
        if (types.containsKey(AFTERWARDS)) {
            methods.add(AFTERWARDS);
        }
        List<String> reporting = methods.stream().filter(this::reports).toList();
        String results = "org.openjdk.jcstress.infra.results." + "L".repeat(reporting.size()) + "_Result results";
        for (String method : methods) {
            int result = reporting.indexOf(method) + 1;
            String role = method.equals(AFTERWARDS) ? "Arbiter" : "Actor";
            text.append("""

                            @%s%s
                            public void %s(%s) {
                                %sscenario.%3$s();
                            }
                    """.formatted(ANNOTATIONS, role, method, result == 0 ? "" : results,
                    result == 0 ? "" : "results.r" + result + " = "));
        }
        text.append("    }\n");
    }

    private boolean reports(String method) {
        if (!types.containsKey(method)) {
            throw new IllegalStateException(scenario.getSimpleName() + " has no method " + method);
        }
        return !types.get(method).equals("void");
    }

    /** Tells whether the scenario is itself what is tested: its constructor takes no argument. */
    private boolean isKind() {
        return scenario.getMembers().stream().filter(MethodTree.class::isInstance).map(MethodTree.class::cast)
                .noneMatch(method -> method.getReturnType() == null && !method.getParameters().isEmpty());
    }

    /** Returns the values of an annotation's member: texts, or names of classes. */
    private static List<String> values(AnnotationTree of, String member) {
        List<String> values = new ArrayList<>();
        for (ExpressionTree argument : of.getArguments()) {
            AssignmentTree given = (AssignmentTree) argument;
            if (given.getVariable().toString().equals(member)) {
                List<? extends ExpressionTree> all = given.getExpression() instanceof NewArrayTree array
                        ? array.getInitializers() : List.of(given.getExpression());
                all.forEach(each -> values.add(each instanceof LiteralTree text ? text.getValue().toString()
                        : ((MemberSelectTree) each).getExpression().toString()));
            }
        }
        return values;
    }
}
