package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.runtime.threads.Limits;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Running JDK, queried through reflection on classes that are loaded but not initialised: in a cold JVM several times faster than
 * parsing their class files.
 */
final class RunningJdk implements JdkView {
    private static final Set<String> TESTED = Set.of("jdk/internal/misc/Unsafe", "jdk/internal/access/SharedSecrets");
    private static final int OLDEST_TESTED = 17;
    private static final int NEWEST_TESTED = 28;

    private final Set<String> there = new HashSet<>();

    @Override
    public boolean has(String name) {
        return find(name) != null;
    }

    @Override
    public void need(String owner, String name, String descriptor) {
        String member = owner.concat(".").concat(name).concat(descriptor);
        if (!there.contains(member) && !(TESTED.contains(owner) && isTested())) {
            Class<?> declaring = find(owner);
            if (declaring == null) {
                throw new NotThere("class ".concat(owner));
            }
            while (!declares(declaring, name, descriptor)) {
                declaring = declaring.getSuperclass();
                if (declaring == null || name.equals("<init>")) {
                    throw new NotThere(member);
                }
            }
            there.add(member);
        }
    }

    /**
     * Tells whether the tests cover {@link #TESTED} on this release; updates of a release do not remove their methods. Reflection on
     * the more than a thousand methods of the one, and on the other's, which loads the type of each secret, would cost every start
     * milliseconds.
     */
    private static boolean isTested() {
        int feature = Runtime.version().feature();
        return feature >= OLDEST_TESTED && feature <= NEWEST_TESTED;
    }

    @Override
    public Set<String> callable(String owner) {
        Class<?> declaring = find(owner);
        if (declaring == null) {
            throw new NotThere("class ".concat(owner));
        }
        Set<String> callable = new HashSet<>();
        for (Method method : declaring.getDeclaredMethods()) {
            if ((method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) == 0) {
                callable.add(method.getName().concat(descriptor(method)));
            }
        }
        return callable;
    }

    @Override
    public long mostThreads() {
        return Limits.ofThisProcess().threads();
    }

    private static boolean declares(Class<?> declaring, String name, String descriptor) {
        try {
            if (!descriptor.startsWith("(")) {
                return declaring.getDeclaredField(name).getType().descriptorString().equals(descriptor);
            }
        } catch (NoSuchFieldException e) {
            return false;
        }
        boolean constructor = name.equals("<init>");
        for (Executable each : constructor ? declaring.getDeclaredConstructors() : declaring.getDeclaredMethods()) {
            if ((constructor || each.getName().equals(name)) && descriptor(each).equals(descriptor)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the method descriptor. MethodType could do it as well, but costs a cold JVM a millisecond. */
    private static String descriptor(Executable method) {
        StringBuilder descriptor = new StringBuilder("(");
        for (Class<?> parameter : method.getParameterTypes()) {
            descriptor.append(parameter.descriptorString());
        }
        Class<?> result = method instanceof Method returning ? returning.getReturnType() : void.class;
        return descriptor.append(')').append(result.descriptorString()).toString();
    }

    private static @Nullable Class<?> find(String name) {
        try {
            return Class.forName(name.replace('/', '.'), false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
