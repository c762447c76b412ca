/** The experiments: one class per remedy, with all its claims. Their programs are in one subpackage per remedy. */
package dev.slipstream.lab.experiment;
