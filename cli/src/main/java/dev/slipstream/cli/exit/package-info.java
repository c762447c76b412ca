/** Exit codes of the commands, and the exception that ends a command with one line. */
package dev.slipstream.cli.exit;
