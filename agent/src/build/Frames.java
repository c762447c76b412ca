import java.io.IOException;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Run by the build: gives ASM's classes, which are of Java 5, the version of Slipstream's own, and the stack maps that go with it.
 *
 * <p>HAZARD: HotSpot of JDK 17 crashes when it compiles an archived class that is older than Java 6 (its constant pool is not
 * rewritten). The first argument is the folder of the classes, the second one that in which their packages begin.
 */
class Frames {
    private static final ClassFileVersion VERSION = ClassFileVersion.of(ClassFile.JAVA_17_VERSION, 0);

    private final ClassFile format;

    private Frames(ClassLoader loader) {
        format = ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader)));
    }

    private byte[] modernised(byte[] old) {
        ClassTransform version = (builder, element) -> {
            if (!(element instanceof ClassFileVersion)) {
                transform(builder, element);
            }
        };
        return format.transformClass(format.parse(old),
                version.andThen(ClassTransform.endHandler(builder -> builder.with(VERSION))));
    }

    private static void transform(java.lang.classfile.ClassBuilder builder, ClassElement element) {
        if (element instanceof MethodModel method) {
            builder.transformMethod(method, MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
        } else {
            builder.with(element);
        }
    }

    public static void main(String[] args) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of(args[0]))) {
            files = all.filter(file -> file.toString().endsWith(".class")).sorted().toList();
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {Path.of(args[1]).toUri().toURL()})) {
            Frames frames = new Frames(loader);
            for (Path file : files) {
                Files.write(file, frames.modernised(Files.readAllBytes(file)));
            }
        }
    }
}
