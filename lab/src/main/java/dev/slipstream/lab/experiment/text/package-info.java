/** The text experiment's programs: builders of every length, and lines of text and numbers, by the library and by others. */
package dev.slipstream.lab.experiment.text;
