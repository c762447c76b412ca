/**
 * Users of a resource, counted without contention.
 */
package dev.slipstream.arenas;
