/** What all examples have in common: their options, the JVMs that they start, and the tables that they print. */
package dev.slipstream.examples.common;
