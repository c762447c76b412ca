package dev.slipstream.it.common;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Test that needs what some machines refuse, such as a namespace, and asserts that they do. It also runs with fewer rights than the
 * machine's, in {@link dev.slipstream.it.FewRightsTest}.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface NeedsRights {}
