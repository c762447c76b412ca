package dev.slipstream.results;

import java.util.List;

/** Proof of one remedy. Its implementation is the only place that states its claims. */
public interface Experiment {

    /**
     * Returns the name of the remedy that it proves.
     *
     * @return one word
     */
    String remedy();

    /**
     * Returns its title, in one line.
     *
     * @return the title
     */
    String title();

    /**
     * Describes the cost that the remedy removes on a JDK.
     *
     * @param feature the JDK's feature release
     * @return a few words; empty if that release does not pay the cost
     */
    String about(int feature);

    /**
     * Sets the experiment up.
     *
     * @param bench the available JDKs; the parts may also name subjects that are not available
     * @return the parts, in order
     */
    List<Part> parts(Bench bench);
}
