/**
 * Stress tests of every shared-memory protocol, in a package for each remedy. A class is a scenario; its tests are nested.
 * Tests whose names begin with {@code Broken} run the scenario on a protocol with one step wrong, and must fail.
 */
package dev.slipstream.stress;
