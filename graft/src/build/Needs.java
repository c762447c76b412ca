import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Run by the build: lists what each graft uses of the JDK beyond the API of Java SE 17, from the constant pools of the class
 * files, so that a plan can check it. The arguments are the folder of the class files, in which {@code needs.txt} is written,
 * and the folder from which {@link Shared} classes come:
 * <pre>
 * java/lang/NamingGraft
 *  jdk/internal/misc/Unsafe getUnsafe ()Ljdk/internal/misc/Unsafe;
 * </pre>
 * A method that overrides one of an internal class needs that one. A line whose API is deprecated for removal ends with
 * {@code removal}.
 */
class Needs {
    private static final String OLDEST = "17";

    private final Elements elements;
    private final Types types;

    private Needs() throws IOException {
        URI name = URI.create("string:///Nothing.java");
        SimpleJavaFileObject nothing = new SimpleJavaFileObject(name, SimpleJavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return "class Nothing { }";
            }
        };
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("--release", OLDEST, "-proc:none"), null, List.of(nothing));
        // The compiler knows no types before it has compiled something.
        task.analyze();
        elements = task.getElements();
        types = task.getTypes();
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Shared.complete(Path.of(args[1]), folder, files(folder));
        List<Path> files = files(folder);
        Set<String> grafts = files.stream().map(file -> folder.relativize(file).toString().replace(".class", ""))
                .collect(Collectors.toSet());
        Needs needs = new Needs();
        StringBuilder text = new StringBuilder();
        for (Path file : files) {
            text.append(folder.relativize(file).toString().replace(".class", "")).append('\n');
            needs.of(file, grafts).forEach(need -> text.append(' ').append(need).append('\n'));
        }
        Files.writeString(folder.resolve("needs.txt"), text);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".class") && !file.endsWith("package-info.class")).sorted()
                    .toList();
        }
    }

    private Set<String> of(Path file, Set<String> grafts) throws IOException {
        Set<String> members = new TreeSet<>();
        Set<String> owners = new TreeSet<>();
        Set<String> classes = new TreeSet<>();
        ClassModel graft = ClassFile.of().parse(file);
        for (PoolEntry entry : graft.constantPool()) {
            if (entry instanceof MemberRefEntry member && isOfTheJdk(member.owner(), grafts)) {
                String owner = member.owner().asInternalName();
                String name = member.name().stringValue();
                String descriptor = member.type().stringValue();
                add(members, find(owner, name, descriptor), owner + " " + name + " " + descriptor);
                owners.add(owner);
            } else if (entry instanceof ClassEntry used && isOfTheJdk(used, grafts)) {
                classes.add(used.asInternalName());
            }
        }
        classes.removeAll(owners);
        classes.forEach(name -> add(members, type(name), name));
        ClassEntry above = graft.superclass().orElseThrow();
        if (isOfTheJdk(above, grafts) && type(above.asInternalName()) == null) {
            for (MethodModel method : graft.methods()) {
                if (overrides(method, above.asInternalName())) {
                    members.add(above.asInternalName() + " " + method.methodName().stringValue() + " "
                            + method.methodType().stringValue());
                }
            }
        }
        return members;
    }

    private static boolean overrides(MethodModel method, String above) {
        try {
            Class<?> type = Class.forName(above.replace('/', '.'), false, null);
            for (; type != null; type = type.getSuperclass()) {
                for (Method inherited : type.getDeclaredMethods()) {
                    MethodType signature = MethodType.methodType(inherited.getReturnType(), inherited.getParameterTypes());
                    if (!Modifier.isPrivate(inherited.getModifiers()) && method.methodName().equalsString(inherited.getName())
                            && method.methodType().equalsString(signature.descriptorString())) {
                        return true;
                    }
                }
            }
            return false;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the JDK that builds has no " + above, e);
        }
    }

    private TypeElement type(String name) {
        return elements.getTypeElement(name.replace('/', '.').replace('$', '.'));
    }

    private static boolean isOfTheJdk(ClassEntry used, Set<String> grafts) {
        return !used.asInternalName().startsWith("[") && !grafts.contains(used.asInternalName());
    }

    private static void add(Set<String> needs, Element found, String need) {
        if (found == null) {
            needs.add(need);
        } else if (isForRemoval(found)) {
            needs.add(need + " removal");
        }
    }

    private static boolean isForRemoval(Element element) {
        Deprecated deprecated = element.getAnnotation(Deprecated.class);
        return deprecated != null && deprecated.forRemoval()
                || element.getEnclosingElement() instanceof TypeElement enclosing && isForRemoval(enclosing);
    }

    /** The API that a reference means, or null if there is none such in the oldest release. */
    private Element find(String owner, String name, String descriptor) {
        TypeElement type = type(owner);
        if (type == null) {
            return null;
        }
        for (Element member : elements.getAllMembers(type)) {
            if (member.getSimpleName().contentEquals(name)
                    && (descriptor(member).equals(descriptor) || isSignaturePolymorphic(type, member))) {
                return member;
            }
        }
        return null;
    }

    private static boolean isSignaturePolymorphic(TypeElement type, Element member) {
        return type.getQualifiedName().toString().matches("java\\.lang\\.invoke\\.(Var|Method)Handle")
                && member instanceof ExecutableElement method && method.isVarArgs();
    }

    private String descriptor(Element member) {
        return switch (member) {
            case ExecutableElement method -> method.getParameters().stream().map(each -> descriptor(each.asType()))
                    .collect(Collectors.joining("", "(", ")")) + descriptor(method.getReturnType());
            case VariableElement field -> descriptor(field.asType());
            default -> "";
        };
    }

    private String descriptor(TypeMirror type) {
        return switch (types.erasure(type)) {
            case ArrayType array -> "[" + descriptor(array.getComponentType());
            case DeclaredType object ->
                "L" + elements.getBinaryName((TypeElement) object.asElement()).toString().replace('.', '/')
                        + ";";
            case TypeMirror primitive -> switch (primitive.getKind()) {
                case BOOLEAN -> "Z";
                case LONG -> "J";
                case VOID -> "V";
                default -> primitive.getKind().name().substring(0, 1);
            };
        };
    }
}
