/**
 * The programs of the buffering experiment. They read or write a file in pieces of one size, through the streams of java.io, of
 * the library, or of other libraries, each configured as its documentation says.
 */
package dev.slipstream.lab.experiment.buffering;
