/**
 * What the tests in the packages below share: a bell, and a night in which somebody sleeps and others ring; names that are handed
 * over, a file that one closes while another writes, and memory that one closes while others use it.
 */
package dev.slipstream.stress;
