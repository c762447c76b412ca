package dev.slipstream.agent.retrofit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * A resource of CRaC (Coordinated Restore at Checkpoint), for JDKs with the module {@code jdk.crac}: these refuse a checkpoint
 * while files are open that no resource answers for.
 */
final class Checkpoints implements InvocationHandler {
    private final Runnable before;
    private final Runnable after;

    private Checkpoints(Runnable before, Runnable after) {
        this.before = before;
        this.after = after;
    }

    /** Whether this JVM may make checkpoints. */
    static boolean mayBeMade() {
        return ModuleLayer.boot().findModule("jdk.crac").isPresent();
    }

    /**
     * Registers for the life of the JVM, if checkpoints {@link #mayBeMade}.
     *
     * @param before run before a checkpoint, on any thread; throws nothing
     * @param after run after the restore, or after a checkpoint that failed
     * @return what the caller keeps for that time, since the JDK refers to it weakly
     */
    static Object register(Runnable before, Runnable after) throws ReflectiveOperationException {
        Module module = ModuleLayer.boot().findModule("jdk.crac").orElseThrow();
        Class<?> resource = Class.forName(module, "jdk.crac.Resource");
        Object context = Class.forName(module, "jdk.crac.Core").getMethod("getGlobalContext").invoke(null);
        Object proxy = Proxy.newProxyInstance(resource.getClassLoader(), new Class<?>[] {resource}, new Checkpoints(before, after));
        Class.forName(module, "jdk.crac.Context").getMethod("register", resource).invoke(context, proxy);
        return proxy;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws ReflectiveOperationException {
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
