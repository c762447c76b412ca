/**
 * Pinning: a virtual thread that blocks while it cannot be unmounted holds its carrier.
 * {@link dev.slipstream.pinning.CarrierKeeper} detects queued virtual threads that no carrier can run, and adds carriers.
 */
package dev.slipstream.pinning;
