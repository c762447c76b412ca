/** Detector of the cost that the remedy buffering removes. */
package dev.slipstream.cli.diagnose.buffering;
