/** Detector of the cost that the remedy priority removes. */
package dev.slipstream.cli.diagnose.priority;
