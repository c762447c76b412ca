package dev.slipstream.stress.naming;

/** Passing of two threads' names to a publisher. One thread calls the owners' methods, another the publisher's. */
public interface Handover {
    /** The number of owners. */
    int OWNERS = 2;

    /** Leaves a name, as an owner. */
    void rename(int owner, String name);

    /** Takes all marks and fetches their names, as the publisher. */
    void pass();

    /** Returns the name of this owner that the publisher fetched last, or null. */
    String published(int owner);
}
