/**
 * What an agent costs before the application's main, as a JMH benchmark that every remedy's experiment may use.
 */
package dev.slipstream.lab.experiment.startup;
