/**
 * Rewriting class files: a few kinds of edit to method bodies, and the questions a plan asks of a class file. Pure functions
 * of bytes, so that a recipe can be tried on the classes of any JDK.
 */
package dev.slipstream.agent.rewrite;
