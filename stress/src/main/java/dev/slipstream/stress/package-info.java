/**
 * What the tests in the packages below share: a bell, and a night in which somebody sleeps and others ring; names that are handed
 * over, and a file that one closes while another writes.
 */
package dev.slipstream.stress;
