package dev.slipstream.lab.experiment.buffering;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Proof about reading and writing a file in small pieces, after P. Lawrey, "Tuning buffer sizes" (2011): unbuffered, through the
 * buffered streams of java.io, of the library, and of other libraries, and with read-ahead by the remedy.
 */
public final class BufferingExperiment implements Experiment {
    private static final List<Integer> NEEDED = List.of(17, 21, 25);
    private static final List<Integer> NEWEST = List.of(25);
    private static final int OLDEST = 17;

    @Override
    public String remedy() {
        return "buffering";
    }

    @Override
    public String title() {
        return "Files in small pieces";
    }

    @Override
    public String about(int feature) {
        return feature < OLDEST ? "" : "a system call for each piece of a file, or with java.io's buffer a lock";
    }

    @Override
    public List<Part> parts(Bench bench) {
        List<Integer> features = bench.features(NEEDED, OLDEST);
        List<Part> parts = new ArrayList<>(BufferingLibrary.parts(features));
        parts.add(BufferingReadAhead.bytes("h", features));
        parts.add(BufferingReadAhead.interrupted("i", NEWEST));
        parts.add(BufferingReadAhead.nothingToGain("j", NEWEST).guarding("h", "i"));
        return parts;
    }
}
