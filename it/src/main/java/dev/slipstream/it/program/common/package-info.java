/** Parts that programs of several remedies share. */
package dev.slipstream.it.program.common;
