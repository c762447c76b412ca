/** What the text experiment measures: builders of every length, and lines of text and numbers, built by the library and by others. */
package dev.slipstream.lab.experiment.text;
