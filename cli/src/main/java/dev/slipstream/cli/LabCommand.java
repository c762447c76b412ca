package dev.slipstream.cli;

import java.util.concurrent.Callable;

/** A command in the lab's jar, a service that the command line looks up: the jar for operators has no lab. */
public interface LabCommand extends Callable<Integer> {
    /** The first release of the JDK on which the proof was tested. */
    int OLDEST_TO_PROVE = 25;
}
