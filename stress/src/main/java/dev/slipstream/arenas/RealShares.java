package dev.slipstream.arenas;

import dev.slipstream.stress.arenas.Generation;

/** The library's shares, by which a group of arenas counts its members. */
public final class RealShares implements Generation.Shared {
    private final Shares shares;

    public RealShares(int count, Runnable free) {
        shares = new Shares(count, free);
    }

    @Override
    public boolean take() {
        return shares.take();
    }

    @Override
    public void giveBack() {
        shares.giveBack();
    }

    @Override
    public void end() {
        shares.end();
    }
}
