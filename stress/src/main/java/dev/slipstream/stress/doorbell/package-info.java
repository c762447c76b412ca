/**
 * The protocol of {@code jdk.internal.misc.Doorbell}, the class itself, under jcstress. {@code mvn -pl stress -am verify} runs
 * these for a short while; for a long one, {@code -Dslipstream.stress=default}, or {@code tough}, names another mode of jcstress.
 */
package dev.slipstream.stress.doorbell;
