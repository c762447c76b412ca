/**
 * Tests of the tests: bells, handovers and files that are broken on purpose. Each of these must fail, and {@code BrokenBellTest}
 * and {@code BrokenNamingTest} see to it that it does.
 */
package dev.slipstream.stress.broken;
