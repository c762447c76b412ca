package dev.slipstream.stress;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Tests of a scenario, one for each kind of what it tests. jcstress wants a class for each test, with the actors in it, so the
 * build writes these classes: for a scenario {@code Ending} and a kind {@code Real} the test {@code EndingRuns.EndingReal}. It
 * creates the scenario with the constructor of the kind, {@code new Ending(Real::new)}. A scenario whose constructor takes no
 * argument is itself the kind, and the other kinds are its subclasses.
 *
 * <p>A method of the scenario that returns a value reports it as a result, in the order of the actors; the method {@code
 * afterwards}, if there is one, is called after them, and reports the last. The scenario's {@code Outcome} annotations judge the
 * results.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
@Repeatable(Run.All.class)
public @interface Run {
    /**
     * Returns the beginning of the tests' names; the scenario's name if it is empty. The test of a scenario that is itself the
     * kind has no other name.
     */
    String name() default "";

    /** Returns the methods of the scenario, one for each thread. */
    String[] actors();

    /** Returns the kinds with which a forbidden outcome is never observed. */
    Class<?>[] holds();

    /** Returns the kinds with one step wrong, with which it must be; their tests' names begin with {@code Broken}. */
    Class<?>[] broken() default {};

    /** Several of them. */
    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.SOURCE)
    @interface All {
        /** Returns all. */
        Run[] value();
    }
}
