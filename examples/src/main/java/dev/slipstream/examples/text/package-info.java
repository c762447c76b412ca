/**
 * A service that shows its metrics as text, line by line: {@link dev.slipstream.examples.text.TextExample} compares a
 * {@link java.lang.StringBuilder} for each line with one {@link dev.slipstream.text.TextBuffer}.
 */
package dev.slipstream.examples.text;
