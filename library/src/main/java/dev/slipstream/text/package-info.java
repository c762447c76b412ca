/**
 * Text: small text on hot paths, such as a line of a log or of metrics. It outgrows a {@link java.lang.StringBuilder} that begins
 * with 16 characters, and its numbers are objects in between. {@link dev.slipstream.text.TextBuffer} is used again and again, and
 * makes no garbage.
 */
package dev.slipstream.text;
