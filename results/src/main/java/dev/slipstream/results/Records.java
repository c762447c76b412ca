package dev.slipstream.results;

import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Copies of records. */
public final class Records {
    private Records() {}

    /**
     * Accessor of a component, as a method reference. It is serializable since that tells its name.
     *
     * @param <R> the type of the record
     * @param <T> the type of the component
     */
    @FunctionalInterface
    public interface Component<R extends Record, T> extends Function<R, T>, Serializable {}

    /**
     * Returns a copy of a record with another value of one component, by the canonical constructor.
     *
     * @param record the record
     * @param component the component, such as {@code Workload::claims}
     * @param value its value in the copy
     * @param <R> the type of the record
     * @param <T> the type of the component
     * @return the copy
     * @throws IllegalArgumentException if {@code component} is not a reference to an accessor
     */
    @SuppressWarnings("unchecked")
    public static <R extends Record, T> R with(R record, Component<R, T> component, @Nullable T value) {
        List<RecordComponent> all = List.of(record.getClass().getRecordComponents());
        try {
            String changed = name(component);
            if (all.stream().noneMatch(each -> each.getName().equals(changed))) {
                throw new IllegalArgumentException(changed + " is no component of " + record.getClass().getName());
            }
            @Nullable
            Object[] values = new Object[all.size()];
            for (int i = 0; i < values.length; i++) {
                Method accessor = all.get(i).getAccessor();
                accessor.setAccessible(true);
                values[i] = all.get(i).getName().equals(changed) ? value : accessor.invoke(record);
            }
            Constructor<?> canonical = record.getClass().getDeclaredConstructor(
                    all.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
            canonical.setAccessible(true);
            return (R) canonical.newInstance(values);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException refused ? refused : new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String name(Component<?, ?> component) throws ReflectiveOperationException {
        Method replace = component.getClass().getDeclaredMethod("writeReplace");
        replace.setAccessible(true);
        return ((SerializedLambda) replace.invoke(component)).getImplMethodName();
    }
}
