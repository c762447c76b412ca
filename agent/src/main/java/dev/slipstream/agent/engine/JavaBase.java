package dev.slipstream.agent.engine;

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

/**
 * Access to java.base: opens packages to the engine (and to no other module), and defines grafts there. A graft, once defined,
 * stays for the life of the JVM, and is reused when a remedy is installed again.
 */
final class JavaBase {
    private final Instrumentation instrumentation;
    private static final MethodType CONTROL = MethodType.methodType(BiFunction.class);

    private final Map<String, Class<?>> grafts = new HashMap<>();
    private final Set<String> done = new HashSet<>();

    JavaBase(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
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
    private void redefine(Module module, Map<String, Set<Module>> exports, Map<String, Set<Module>> opens) {
        String request = module.getName().concat(exports.keySet().toString()).concat(opens.keySet().toString());
        if (!done.contains(request)) {
            instrumentation.redefineModule(module, Set.of(), exports, opens, Set.of(), Map.of());
            done.add(request);
        }
    }

    /**
     * Defines grafts next to a class of the JDK, whose package must have been opened.
     *
     * @param names internal names, in the order of definition
     * @return the control object of the last of them
     */
    @SuppressWarnings("unchecked")
    BiFunction<String, Object, Object> define(List<String> names, String neighbour) throws Throwable {
        Class<?> beside = Class.forName(neighbour.replace('/', '.'), false, null);
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(beside, MethodHandles.lookup());
        Class<?> last = null;
        for (String name : names) {
            last = grafts.get(name);
            if (last == null) {
                last = lookup.defineClass(bytes(name));
                grafts.put(name, last);
            }
        }
        return (BiFunction<String, Object, Object>) (BiFunction<?, ?, ?>)
                lookup.findStatic(last, "control", CONTROL).invokeExact();
    }

    private static byte[] bytes(String name) throws IOException {
        try (InputStream in = JavaBase.class.getClassLoader().getResourceAsStream(name.concat(".class"))) {
            if (in == null) {
                throw new IOException("the jar lacks " + name);
            }
            return in.readAllBytes();
        }
    }
}
