/** What a proof has found, as it is written to {@code results.json}. */
package dev.slipstream.lab.result;
