/**
 * The engine: reads the options, and takes each remedy through plan, grafts, rewrite and trial, or back. Everything here runs
 * before the application's main, cold: no lambda, no string concatenation by invokedynamic (the build sees to it), no regular
 * expression, no stream, since the first of each costs milliseconds.
 */
package dev.slipstream.agent.engine;
