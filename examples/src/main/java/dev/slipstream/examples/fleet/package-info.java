/** A Prometheus that watches an application under Slipstream, as it would watch many. */
package dev.slipstream.examples.fleet;
