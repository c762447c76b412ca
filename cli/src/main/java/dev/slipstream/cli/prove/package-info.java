/** What {@code prove} needs besides the lab: what was asked for, kept beside the results, and a Ctrl-C. */
package dev.slipstream.cli.prove;
