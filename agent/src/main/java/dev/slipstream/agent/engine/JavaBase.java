package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Grafts;
import dev.slipstream.agent.plan.OwnFiles;
import dev.slipstream.agent.plan.Retrofit;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Access to java.base: opens packages to the engine (and to no other module), and defines grafts there. A graft, once defined,
 * stays for the life of the JVM, and is reused when a remedy is installed again.
 */
final class JavaBase {
    private static final MethodType CONTROL = MethodType.methodType(BiFunction.class);
    private static final String BAKED = Retrofit.BAKED_ENGINE;

    private final Map<String, Class<?>> grafts = new HashMap<>();
    private final Set<String> done = new HashSet<>();

    /** Null in a baked JDK that has no agent. */
    private @Nullable Instrumentation instrumentation;

    /** Whether this JDK was baked: its image contains grafts. */
    private final boolean isBaked = find(BAKED) != null;

    JavaBase(@Nullable Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** Uses the instrumentation from now on, unless there is one. */
    void use(@Nullable Instrumentation next) {
        instrumentation = instrumentation == null ? next : instrumentation;
    }

    /** Tells whether classes can be rewritten in this JVM. */
    boolean hasAgent() {
        return instrumentation != null;
    }

    /**
     * Returns the control object of what starts a baked JDK's engine; null in any other JDK.
     *
     * @see "jdk.internal.misc.BakedEngine"
     */
    @Nullable
    BiFunction<String, Object, Object> starter() throws Throwable {
        if (!isBaked) {
            return null;
        }
        BiFunction<String, Object, Object> starter = ownStarter();
        if (starter != null) {
            return starter;
        }
        return define(new Grafts(BAKED, List.of(), BAKED, List.of("jdk.internal.misc")));
    }

    /** Returns the same if this engine is the baked one, else null. */
    @SuppressWarnings("unchecked")
    private static @Nullable BiFunction<String, Object, Object> ownStarter() {
        Supplier<?> image = ofTheImage(OwnFiles.loader());
        return image == null ? null : (BiFunction<String, Object, Object>) image.get();
    }

    /** Returns a loader that belongs to a baked JDK's image, which supplies the control object of its starter; null if it is an agent's. */
    static @Nullable Supplier<?> ofTheImage(@Nullable Object loader) {
        return loader instanceof Supplier<?> image ? image : null;
    }

    private static @Nullable Class<?> find(String name) {
        try {
            return Class.forName(name.replace('/', '.'), false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    void open(List<String> packages) {
        open(Object.class.getModule(), packages);
    }

    void open(Module module, List<String> packages) {
        Set<Module> engine = Set.of(JavaBase.class.getModule());
        Map<String, Set<Module>> opens = new HashMap<>();
        for (String name : packages) {
            opens.put(name, engine);
        }
        redefine(module, Map.of(), opens);
    }

    /** Exports a package of java.base to another module of the JDK. */
    void export(String name, String module) {
        Module other = ModuleLayer.boot().findModule(module).orElseThrow();
        redefine(Object.class.getModule(), Map.of(name, Set.of(other)), Map.of());
    }

    /**
     * Redefines the module, but not for a request made before: after {@code InstrumentationImpl} has been rewritten, each call
     * would make the JVM link that class's lambdas anew, in classes that are never unloaded.
     */
    @SuppressWarnings("NullAway") // Without instrumentation, this is the engine of a baked JDK.
    private void redefine(Module module, Map<String, Set<Module>> exports, Map<String, Set<Module>> opens) {
        String request = module.getName().concat(exports.keySet().toString()).concat(opens.keySet().toString());
        if (done.contains(request)) {
            return;
        }
        if (instrumentation == null) {
            BiFunction<String, Object, Object> starter = ownStarter();
            for (String name : opens.keySet()) {
                starter.apply("open", new Object[] {module, name});
            }
        } else {
            instrumentation.redefineModule(module, Set.of(), exports, opens, Set.of(), Map.of());
        }
        done.add(request);
    }

    /**
     * Opens the packages that the grafts need, and defines the grafts. A baked JDK has them already.
     *
     * @return the control object
     */
    @SuppressWarnings("unchecked")
    BiFunction<String, Object, Object> define(Grafts set) throws Throwable {
        open(set.opens());
        Class<?> beside = Class.forName(set.neighbour().replace('/', '.'), false, null);
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(beside, MethodHandles.lookup());
        for (String helper : set.helpers()) {
            define(helper, lookup);
        }
        return (BiFunction<String, Object, Object>) (BiFunction<?, ?, ?>) lookup
                .findStatic(define(set.control(), lookup), "control", CONTROL).invokeExact();
    }

    private Class<?> define(String name, MethodHandles.Lookup lookup) throws IOException, IllegalAccessException {
        Class<?> graft = grafts.get(name);
        if (graft == null && isBaked) {
            graft = find(name);
        }
        if (graft == null && isBaked && !hasAgent()) {
            throw new IllegalStateException(LiveClasses.NOT_BAKED);
        }
        if (graft == null) {
            graft = lookup.defineClass(bytes(name));
            grafts.put(name, graft);
        }
        return graft;
    }

    private static byte[] bytes(String name) throws IOException {
        try (InputStream in = OwnFiles.open(name.concat(".class"))) {
            return in.readAllBytes();
        }
    }
}
