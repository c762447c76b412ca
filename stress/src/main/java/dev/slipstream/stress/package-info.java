/**
 * What the tests in the packages below share: a bell, and a night in which somebody sleeps and others ring.
 */
package dev.slipstream.stress;
