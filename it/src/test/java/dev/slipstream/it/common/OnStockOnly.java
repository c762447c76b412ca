package dev.slipstream.it.common;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Test, or class of tests, of something that a baked JDK does not do. {@link OnEveryJdk} runs it on stock JDKs only. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface OnStockOnly {
    /** Returns the reason. */
    String value();
}
