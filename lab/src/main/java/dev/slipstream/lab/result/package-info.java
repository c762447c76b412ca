/** Results of a proof, as {@code results.json} contains them. */
package dev.slipstream.lab.result;
