/**
 * The library's {@code StripedLifetime}, and other ways to count the users of a resource, to be compared with it. Each is right,
 * and as fast as its idea lets it be.
 */
package dev.slipstream.lab.experiment.arenas.lifetime;
