package dev.slipstream.cli;

import java.util.concurrent.Callable;

/** A command in the lab's jar, a service that the command line looks up: the jar for operators has no lab. */
public interface LabCommand extends Callable<Integer> {}
