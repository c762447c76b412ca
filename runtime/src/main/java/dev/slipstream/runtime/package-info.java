/**
 * The machinery of the remedies in a running JVM, which the agent, a baked JDK and the library share. No API: the library's module
 * exports none of these packages.
 */
package dev.slipstream.runtime;
