package dev.slipstream.lab.experiment.arenas.lifetime;

import dev.slipstream.arenas.StripedLifetime;

/** The library's lifetime: one counter until threads contend for it, then stripes. */
public final class LibraryLifetime implements Lifetime {
    private final StripedLifetime lifetime = new StripedLifetime();

    @Override
    public void acquire() {
        lifetime.acquire();
    }

    @Override
    public void release() {
        lifetime.release();
    }

    @Override
    public void close() {
        lifetime.close();
    }
}
