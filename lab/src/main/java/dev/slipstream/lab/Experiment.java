package dev.slipstream.lab;

import java.util.List;

/** The proof of one remedy. All that it claims is stated in its implementation and nowhere else. */
public interface Experiment {

    /**
     * The remedy that it proves.
     *
     * @return one of the six words
     */
    String remedy();

    /**
     * What it is about, in a line.
     *
     * @return the title
     */
    String title();

    /**
     * What the remedy is about on a JDK.
     *
     * @param feature its feature release
     * @return in a few words; empty if that release does not pay the cost
     */
    String about(int feature);

    /**
     * Sets the experiment up.
     *
     * @param bench the JDKs at hand; subjects that are missing there may be named all the same
     * @return its parts, in order
     */
    List<Part> parts(Bench bench);
}
