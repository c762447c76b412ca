/**
 * Tests of the tests: bells, handovers, files and priorities that are broken on purpose. Each of these must fail, and
 * {@code BrokenBellTest}, {@code BrokenNamingTest} and {@code BrokenPriorityTest} see to it that it does.
 */
package dev.slipstream.stress.broken;
