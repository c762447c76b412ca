/**
 * Calls of the operating system through {@code java.lang.foreign}. That package is looked up by name, since the library also
 * runs on JDKs without it. For the remedies; not exported.
 */
package dev.slipstream.foreign;
