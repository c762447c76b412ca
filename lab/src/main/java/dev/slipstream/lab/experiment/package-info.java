/** The experiments, one class for each remedy, with all that it claims. Their programs are in a package for each remedy. */
package dev.slipstream.lab.experiment;
