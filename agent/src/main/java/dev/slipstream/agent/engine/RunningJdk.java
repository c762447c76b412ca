package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Jdk;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.threads.Limits;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;

/**
 * The JDK that runs us, asked through reflection on classes that are loaded but not initialised: several times faster in a cold
 * JVM than to parse their class files.
 */
final class RunningJdk implements Jdk {
    private final Set<String> there = new HashSet<>();

    @Override
    public boolean has(String name) {
        return find(name) != null;
    }

    @Override
    public void need(String owner, String name, String descriptor) {
        String member = owner.concat(".").concat(name).concat(descriptor);
        if (!there.contains(member)) {
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

    @Override
    public Set<String> callable(String owner) {
        Class<?> declaring = find(owner);
        if (declaring == null) {
            throw new NotThere("class ".concat(owner));
        }
        Set<String> callable = new HashSet<>();
        for (Method method : declaring.getDeclaredMethods()) {
            if ((method.getModifiers() & (Modifier.PRIVATE | Modifier.STATIC)) == 0) {
                callable.add(method.getName().concat(
                        MethodType.methodType(method.getReturnType(), method.getParameterTypes()).descriptorString()));
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
            MethodType type = MethodType.fromMethodDescriptorString(descriptor, null);
            if (name.equals("<init>")) {
                declaring.getDeclaredConstructor(type.parameterArray());
                return true;
            }
            return declaring.getDeclaredMethod(name, type.parameterArray()).getReturnType() == type.returnType();
        } catch (NoSuchFieldException | NoSuchMethodException | TypeNotPresentException e) {
            return false;
        }
    }

    private static Class<?> find(String name) {
        try {
            return Class.forName(name.replace('/', '.'), false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
