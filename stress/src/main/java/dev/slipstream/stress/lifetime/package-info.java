/**
 * The library's {@code StripedLifetime}, the class itself, and what the agent does with slots, under jcstress. They are run as
 * the bell's tests are.
 */
package dev.slipstream.stress.lifetime;
