/** Class archives that hold the application's classes and the agent's. */
package dev.slipstream.cli.archive;
