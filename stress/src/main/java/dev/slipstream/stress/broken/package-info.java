/**
 * Tests of the tests: bells that are broken on purpose. Each of these must fail, and {@code BrokenBellTest} sees to it that it does.
 */
package dev.slipstream.stress.broken;
