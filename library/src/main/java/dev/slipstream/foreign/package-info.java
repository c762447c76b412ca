/**
 * Calls of the operating system through {@code java.lang.foreign}, which is looked up by name, since the library runs on JDKs
 * that do not have it. For the remedies; not exported.
 */
package dev.slipstream.foreign;
