/**
 * The command line: one class per command.
 */
package dev.slipstream.cli;
