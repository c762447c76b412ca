/**
 * Engine: parses the options, and takes each remedy through plan, grafts, rewrite and self-test, or back. All of this runs cold, before
 * the application's main. So it uses no lambdas, no string concatenation by invokedynamic (the build ensures that), no regular
 * expressions and no streams, since the first use of each costs milliseconds.
 */
package dev.slipstream.agent.engine;
