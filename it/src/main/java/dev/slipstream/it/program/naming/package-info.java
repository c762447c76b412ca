/** Programs that rename threads. */
package dev.slipstream.it.program.naming;
