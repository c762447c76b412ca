/**
 * The library's {@code StripedLifetime}, the class itself, under jcstress. It is run as the bell's tests are.
 */
package dev.slipstream.stress.lifetime;
