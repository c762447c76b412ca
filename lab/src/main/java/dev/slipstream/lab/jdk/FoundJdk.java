package dev.slipstream.lab.jdk;

/**
 * A JDK in a listing.
 *
 * @param jdk the JDK
 * @param where the place that names it first: {@code given}, {@code JAVA_HOME}, {@code PATH}, a folder
 * @param chosen whether it is the one that is used for its feature release
 */
public record FoundJdk(Jdk jdk, String where, boolean chosen) {
}
