/**
 * Class file rewriting: a fixed set of edits to method bodies. Pure functions of bytes, so that a recipe can be tested against the
 * classes of any JDK.
 */
package dev.slipstream.agent.rewrite;
