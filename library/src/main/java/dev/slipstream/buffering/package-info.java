/**
 * Buffering. Reading or writing a file in small pieces costs a system call for each piece. java.io's buffered streams avoid the
 * system calls, but take a lock for each piece instead. This package has buffered streams without locks, for one thread at a time,
 * and a measurement that recommends a buffer size.
 *
 * <p>A null argument causes a {@link java.lang.NullPointerException} unless the method says otherwise.
 *
 * @since 1.0.0
 */
package dev.slipstream.buffering;
