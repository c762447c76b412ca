/**
 * Pinning: a virtual thread that blocks while it cannot be unmounted holds its carrier.
 * {@link dev.slipstream.pinning.CarrierKeeper} detects queued virtual threads that no carrier can run, and adds carriers.
 *
 * <p>A null argument causes a {@link java.lang.NullPointerException} unless the method says otherwise.
 *
 * @since 1.0.0
 */
package dev.slipstream.pinning;
