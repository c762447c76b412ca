/** Detector of the cost that the remedy naming removes. */
package dev.slipstream.cli.diagnose.naming;
