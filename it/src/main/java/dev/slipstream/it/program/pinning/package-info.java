/** Programs whose virtual threads hold their carriers. */
package dev.slipstream.it.program.pinning;
