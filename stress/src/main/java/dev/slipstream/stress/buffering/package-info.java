/** What a stream has read ahead when several threads use it: each byte is read once, in order, and given back if nobody did. */
package dev.slipstream.stress.buffering;
