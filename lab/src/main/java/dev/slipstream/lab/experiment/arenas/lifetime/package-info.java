/**
 * The library's {@code StripedLifetime}, and other ways to count the users of a resource, for comparison. Each is correct, and as
 * fast as its design allows.
 */
package dev.slipstream.lab.experiment.arenas.lifetime;
