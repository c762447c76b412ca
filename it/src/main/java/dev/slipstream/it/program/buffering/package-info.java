/** Programs that read files. */
package dev.slipstream.it.program.buffering;
