/**
 * What the buffering experiment runs: a file is read or written in pieces of one size, through java.io's streams, the library's,
 * or those of others, each set up as its documentation says.
 */
package dev.slipstream.lab.experiment.buffering;
