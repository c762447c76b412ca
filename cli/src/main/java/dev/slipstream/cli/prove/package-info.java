/** Parts of {@code prove} outside the lab: the order, kept with the results, and the handling of Ctrl-C. */
package dev.slipstream.cli.prove;
