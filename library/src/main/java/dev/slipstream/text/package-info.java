/**
 * Text: small texts on hot paths, such as a line of a log or of metrics. They outgrow a {@link java.lang.StringBuilder} that begins
 * with 16 characters, and their numbers become temporary objects. {@link dev.slipstream.text.TextBuffer} is reused, and makes no
 * garbage.
 *
 * <p>A null argument causes a {@link java.lang.NullPointerException} unless the method says otherwise.
 *
 * @since 1.0.0
 */
package dev.slipstream.text;
