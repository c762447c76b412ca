/** The read-ahead buffer of a stream that several threads use: each byte is read once, in order, or given back. */
package dev.slipstream.stress.buffering;

