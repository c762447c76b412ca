/** Statistics of pairs, for verdicts. Knows nothing of JVMs. */
package dev.slipstream.lab.pairs;
