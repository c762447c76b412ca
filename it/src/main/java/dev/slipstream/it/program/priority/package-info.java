/** Programs that set priorities of threads. */
package dev.slipstream.it.program.priority;
