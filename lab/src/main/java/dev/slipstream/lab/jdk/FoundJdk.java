package dev.slipstream.lab.jdk;

/**
 * JDK in a listing.
 *
 * @param jdk the JDK
 * @param where the first place that names it: {@code given}, {@code JAVA_HOME}, {@code PATH}, a folder
 * @param chosen whether it is the one to use for its feature release
 */
public record FoundJdk(Jdk jdk, String where, boolean chosen) {
}
