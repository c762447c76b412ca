/** Programs that build texts. */
package dev.slipstream.it.program.text;
