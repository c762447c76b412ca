package dev.slipstream.stress;

/** How two threads' names get to a publisher. The owners' methods are for one thread, the publisher's for another. */
public interface Handover {
    /** How many owners there are. */
    int OWNERS = 2;

    /** An owner leaves a name. */
    void rename(int owner, String name);

    /** The publisher takes all marks there are and fetches their names. */
    void pass();

    /** The name of this owner that the publisher has fetched last, null if none. */
    String published(int owner);
}
