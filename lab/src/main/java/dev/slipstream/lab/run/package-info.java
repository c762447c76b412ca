/** Execution of experiments: forks in alternating order, scenarios with a deadline, progress, results. */
package dev.slipstream.lab.run;
