/**
 * Buffering: reading or writing a file in small pieces costs a system call for each, and java.io's buffered streams, which spare
 * those, take a lock for each instead. Here are streams with a buffer, for one thread at a time and without locks, and a
 * measurement that says how large the buffer should be.
 */
package dev.slipstream.buffering;
