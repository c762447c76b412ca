/**
 * What the stress tests need of this package of the library, which shows them less.
 */
package dev.slipstream.arenas;
