/**
 * A web service whose database driver holds a monitor while it waits for the network, under load: the everyday way to pin
 * virtual threads. Start with {@link dev.slipstream.examples.pinning.OrderService}; {@link
 * dev.slipstream.examples.pinning.PinningExample} compares it without and with Slipstream.
 */
package dev.slipstream.examples.pinning;
