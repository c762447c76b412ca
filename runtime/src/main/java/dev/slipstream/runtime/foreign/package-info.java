/**
 * Calls of the operating system through {@code java.lang.foreign}. That package is looked up by name, since JDK 17 lacks it. For the
 * remedies.
 */
package dev.slipstream.runtime.foreign;
