/** Detector of the cost that the remedy text removes. */
package dev.slipstream.cli.diagnose.text;
