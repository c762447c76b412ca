/** What the text experiment measures: lines of text and numbers, built by the library and by others. */
package dev.slipstream.lab.experiment.text;
