package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Test of the grafts, which become part of java.base: all that they refer to must exist on every JDK. */
class GraftsTest {
    private static final String ENGINE = "META-INF/slipstream/engine/";
    private static final int OLDEST_JVM = 61;

    /** Returns the grafts by internal name. */
    private static Map<String, ClassNode> grafts() throws IOException {
        Map<String, ClassNode> grafts = new HashMap<>();
        try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                if (name.startsWith(ENGINE + "j") && name.endsWith(".class")) {
                    ClassNode graft = read(jar.getInputStream(entry).readAllBytes());
                    grafts.put(graft.name, graft);
                }
            }
        }
        return grafts;
    }

    private static ClassNode read(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(Scratch.readable(classFile)).accept(node, ClassReader.SKIP_DEBUG);
        return node;
    }

    @Test
    void everyOneLiesInAPackageOfJavaBaseAndLoadsOnTheOldestJdk() throws IOException {
        assertThat(grafts()).isNotEmpty();
        try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile())) {
            for (String name : grafts().keySet()) {
                byte[] bytes = jar.getInputStream(jar.getEntry(ENGINE + name + ".class")).readAllBytes();
                assertThat((int) bytes[7]).as(name).isEqualTo(OLDEST_JVM);
            }
        }
    }

    @Test
    void noneUsesInvokedynamic() throws IOException {
        grafts().values().forEach(graft -> graft.methods.forEach(method -> {
            for (AbstractInsnNode instruction : method.instructions) {
                assertThat(instruction).as(graft.name + "." + method.name).isNotInstanceOf(InvokeDynamicInsnNode.class);
                if (instruction instanceof LdcInsnNode constant) {
                    assertThat(constant.cst).isNotInstanceOf(Handle.class);
                }
            }
        }));
    }

    @OnEveryJdk(core = "grafts")
    void everyMemberIsThere(TestJdk jdk) throws IOException {
        Map<String, ClassNode> grafts = grafts();
        if (!jdk.hasVirtualThreads()) {
            grafts.keySet().removeIf(name -> name.contains("PinningGraft") || name.contains("PriorityGraft")
                    || name.startsWith("jdk/internal/foreign/"));
        }
        try (FileSystem image = jdk.image()) {
            Set<String> missing = new TreeSet<>();
            for (ClassNode graft : grafts.values()) {
                for (MethodNode method : graft.methods) {
                    for (AbstractInsnNode instruction : method.instructions) {
                        if (!isThere(instruction, grafts, image)) {
                            missing.add(graft.name + "." + method.name + ": " + describe(instruction));
                        }
                    }
                }
            }
            assertThat(missing).isEmpty();
        }
    }

    private static String describe(AbstractInsnNode instruction) {
        return switch (instruction) {
            case MethodInsnNode call -> call.owner + "." + call.name + call.desc;
            case FieldInsnNode access -> access.owner + "." + access.name;
            case TypeInsnNode type -> type.desc;
            default -> instruction.toString();
        };
    }

    private static boolean isThere(AbstractInsnNode instruction, Map<String, ClassNode> grafts, FileSystem image)
            throws IOException {
        return switch (instruction) {
            case MethodInsnNode call -> hasMethod(call.owner, call.name + call.desc, grafts, image);
            case FieldInsnNode access -> hasField(access.owner, access.name + access.desc, grafts, image);
            case TypeInsnNode type -> find(type.desc, grafts, image) != null;
            default -> true;
        };
    }

    private static boolean hasMethod(String owner, String method, Map<String, ClassNode> grafts, FileSystem image)
            throws IOException {
        ClassNode node = find(owner, grafts, image);
        if (node == null) {
            return false;
        }
        for (MethodNode each : node.methods) {
            // Each call of a signature-polymorphic method has its own descriptor.
            if (method.equals(
                    each.name + (owner.matches("java/lang/invoke/(Var|Method)Handle") ? descriptor(method) : each.desc))) {
                return true;
            }
        }
        for (String parent : node.interfaces) {
            if (hasMethod(parent, method, grafts, image)) {
                return true;
            }
        }
        return node.superName != null && hasMethod(node.superName, method, grafts, image);
    }

    private static String descriptor(String method) {
        return method.substring(method.indexOf('('));
    }

    private static boolean hasField(String owner, String field, Map<String, ClassNode> grafts, FileSystem image)
            throws IOException {
        ClassNode node = find(owner, grafts, image);
        if (node == null) {
            return false;
        }
        for (FieldNode each : node.fields) {
            if (field.equals(each.name + each.desc)) {
                return true;
            }
        }
        return node.superName != null && hasField(node.superName, field, grafts, image);
    }

    /** Returns the graft or the class of java.base with that name, or null for any other class. */
    private static ClassNode find(String type, Map<String, ClassNode> grafts, FileSystem image) throws IOException {
        String name = type.startsWith("[") ? Type.getType(type).getElementType().getInternalName() : type;
        if (name.length() == 1) {
            name = "java/lang/Object";
        }
        if (grafts.containsKey(name)) {
            return grafts.get(name);
        }
        Path file = image.getPath("/modules/java.base/" + name + ".class");
        return Files.exists(file) ? read(Files.readAllBytes(file)) : null;
    }
}
