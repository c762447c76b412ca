/** What a proof was run on: the machine, what else it did meanwhile, the JDKs, and why not to trust the figures. */
package dev.slipstream.lab.machine;
