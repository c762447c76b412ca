package dev.slipstream.agent.naming;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * CRaC (Coordinated Restore at Checkpoint) resource, for JDKs with the module {@code jdk.crac}: these refuse a checkpoint while
 * files are open for which no resource is responsible.
 */
final class Checkpoints implements InvocationHandler {
    private static final String MODULE = "jdk.crac";

    private final Runnable before;
    private final Runnable after;

    private Checkpoints(Runnable before, Runnable after) {
        this.before = before;
        this.after = after;
    }

    /**
     * Tells whether this JVM supports checkpoints. Does not ask the layer for the module: for one that is not there it asks all its
     * parents by a stream, and the first stream takes a starting JVM milliseconds.
     */
    static boolean mayBeMade() {
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getName().equals(MODULE)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Registers for the life of the JVM, if checkpoints {@link #mayBeMade}.
     *
     * @param before run before a checkpoint, on any thread; must not throw
     * @param after run after the restore, or after a failed checkpoint
     * @return an object that the caller must keep reachable for that time, since the JDK references it weakly
     */
    static Object register(Runnable before, Runnable after) throws ReflectiveOperationException {
        Module module = ModuleLayer.boot().findModule(MODULE).orElseThrow();
        Class<?> resource = Class.forName(module, "jdk.crac.Resource");
        Object context = Class.forName(module, "jdk.crac.Core").getMethod("getGlobalContext").invoke(null);
        Object proxy =
                Proxy.newProxyInstance(resource.getClassLoader(), new Class<?>[] {resource}, new Checkpoints(before, after));
        Class.forName(module, "jdk.crac.Context").getMethod("register", resource).invoke(context, proxy);
        return proxy;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) throws ReflectiveOperationException {
        switch (method.getName()) {
            case "beforeCheckpoint":
                before.run();
                return null;
            case "afterRestore":
                after.run();
                return null;
            case "equals":
                return proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(this);
            default:
                return method.invoke(this, arguments);
        }
    }
}
