/**
 * Tests of the tests: bells, handovers, files, priorities and lifetimes that are broken on purpose. Each of these must fail, and the
 * {@code Broken*Test} of its kind sees to it that it does.
 */
package dev.slipstream.stress.broken;
