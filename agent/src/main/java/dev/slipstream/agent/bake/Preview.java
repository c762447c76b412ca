package dev.slipstream.agent.bake;

import dev.slipstream.agent.engine.EngineEdits;
import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.agent.rewrite.Rewriter;
import dev.slipstream.runtime.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The changes that an attach would make in a JVM, as far as the classes of its JDK tell. Changes nothing. */
public final class Preview {
    private final JdkImage image;

    /** Owner and class of each edit that the JDK has, with a space between; none unless it is baked. */
    private final List<String> baked;

    /**
     * The changes of one owner of edits.
     *
     * @param state {@code ACTIVE} if it would be installed
     * @param reason why it would not be, or which part of it would work; may be empty
     * @param settings the settings that would be in force
     * @param methods the methods to rewrite, as {@code java.lang.Thread.setName(String)}
     * @param threads the names of the threads to start
     * @param files the files to open, for the user
     */
    public record Change(State state, String reason, Map<String, String> settings, List<String> methods, List<String> threads,
            List<String> files) {}

    private Preview(JdkImage image) {
        this.image = image;
        byte[] list = read("java.base", Baking.EDITS);
        baked = list == null ? List.of() : new String(list, StandardCharsets.ISO_8859_1).lines().toList();
    }

    /**
     * Plans the remedies that are on.
     *
     * @param home the JDK, of which no code runs
     * @return the changes by remedy, in the agent's order, and the agent's own under {@link EngineEdits#OWNER}
     * @throws IllegalArgumentException if it lacks the module {@code java.instrument}, without which no agent can be loaded
     * @throws IOException if the JDK cannot be read
     */
    public static Map<String, Change> of(Path home, Options options) throws IOException {
        try (JdkImage image = Baking.open(home)) {
            Preview preview = new Preview(image);
            if (preview.read("java.instrument", "module-info.class") == null) {
                throw new IllegalArgumentException("the JDK lacks the module java.instrument");
            }
            return preview.changes(options);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private Map<String, Change> changes(Options options) {
        Map<String, Change> changes = new LinkedHashMap<>();
        ImageClasses view = new ImageClasses(name -> read("java.base", name + ".class"));
        for (Retrofit retrofit : Remedies.all()) {
            Remedy remedy = retrofit.remedy();
            if (options.isOn(remedy.name(), remedy.onByDefault())) {
                changes.put(remedy.name(), change(retrofit, view, new Settings(remedy, options)));
            }
        }
        List<String> own = new ArrayList<>(methods(EngineEdits.OWNER, "java.base", EngineEdits.ofJavaBase()));
        own.addAll(methods(EngineEdits.OWNER, "java.instrument", EngineEdits.ofInstrument()));
        own.addAll(methods(EngineEdits.OWNER, "java.management", EngineEdits.ofManagement()));
        changes.put(EngineEdits.OWNER, new Change(State.ACTIVE, "", Map.of(), own, List.of(), List.of()));
        return changes;
    }

    private Change change(Retrofit retrofit, ImageClasses view, Settings settings) {
        Plan plan;
        try {
            plan = retrofit.plan(view, settings);
        } catch (NotThere e) {
            plan = Plan.declined(e.getMessage());
        }
        List<String> methods =
                plan.edits().stream().flatMap(edit -> methods(retrofit.remedy().name(), "java.base", edit).stream())
                        .toList();
        boolean isInstalled = plan.state() == State.ACTIVE;
        return new Change(plan.state(), plan.reason(), settings.inForce(), methods,
                isInstalled ? plan.preparation().threads() : List.of(), isInstalled ? plan.preparation().files() : List.of());
    }

    /** Returns the methods that an edit rewrites, lambdas as part of theirs; none if the JDK lacks the class, or has the edit. */
    private List<String> methods(String owner, String module, Plan.ClassEdit edit) {
        List<String> methods = new ArrayList<>();
        byte[] bytes = read(module, edit.className() + ".class");
        if (bytes == null || baked.contains(owner + " " + edit.className())) {
            return methods;
        }
        Rewriter.reader(bytes).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                for (MethodEdit each : edit.edits()) {
                    String text = text(edit.className(), name, descriptor);
                    if ((access & Opcodes.ACC_SYNTHETIC) == 0 && each.matches(name, descriptor) && !methods.contains(text)) {
                        methods.add(text);
                    }
                }
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return methods;
    }

    private static String text(String className, String name, String descriptor) {
        List<String> parameters = Stream.of(Type.getArgumentTypes(descriptor)).map(Type::getClassName)
                .map(type -> type.substring(type.lastIndexOf('.') + 1)).toList();
        return className.replace('/', '.') + "." + name + "(" + String.join(", ", parameters) + ")";
    }

    private byte[] read(String module, String name) {
        return Baking.read(image, "/" + module + "/" + name);
    }
}
