/** Programs that use shared arenas. */
package dev.slipstream.it.program.arenas;
