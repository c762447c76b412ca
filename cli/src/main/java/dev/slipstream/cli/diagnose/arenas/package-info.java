/** Detector of the cost that the remedy arenas removes. */
package dev.slipstream.cli.diagnose.arenas;
