/** Detector of the cost that the remedy pinning removes. */
package dev.slipstream.cli.diagnose.pinning;
