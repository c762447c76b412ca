/**
 * Text: small texts on hot paths, such as a line of a log or of metrics. They outgrow a {@link java.lang.StringBuilder} that begins
 * with 16 characters, and their numbers become temporary objects. {@link dev.slipstream.text.TextBuffer} is reused, and makes no
 * garbage.
 */
package dev.slipstream.text;
