/** The experiments, in one subpackage per remedy: its claims, and the programs that they are about. */
package dev.slipstream.lab.experiment;
