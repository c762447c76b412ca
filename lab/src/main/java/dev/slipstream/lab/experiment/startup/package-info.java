/**
 * The cost of an agent from JVM start to end, as a JMH benchmark that any remedy's experiment may use.
 */
package dev.slipstream.lab.experiment.startup;
