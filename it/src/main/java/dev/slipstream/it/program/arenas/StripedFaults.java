package dev.slipstream.it.program.arenas;

/** Of sessions that are counted on stripes before they are used. */
public final class StripedFaults extends ArenasFaults {
    @Override
    boolean isStriped() {
        return true;
    }
}
