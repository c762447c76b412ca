/** Copies of JDKs with remedies in them. */
package dev.slipstream.cli.bake;
