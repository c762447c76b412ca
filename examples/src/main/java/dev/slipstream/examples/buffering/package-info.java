/**
 * A log of measurements in the format of Protocol Buffers, which is written and read a byte at a time: its numbers are as long as
 * they need to be, and each byte says whether another follows.
 */
package dev.slipstream.examples.buffering;
