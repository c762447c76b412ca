/**
 * Tests of the tests: bells, handovers, files and lifetimes that are broken on purpose. Each of these must fail, and
 * {@code BrokenBellTest}, {@code BrokenNamingTest} and {@code BrokenLifetimeTest} see to it that it does.
 */
package dev.slipstream.stress.broken;
