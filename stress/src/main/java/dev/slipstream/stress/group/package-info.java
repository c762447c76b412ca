/**
 * The library's {@code Shares}, by which a group of arenas counts its members, under jcstress. It is run as the bell's tests are.
 */
package dev.slipstream.stress.group;
