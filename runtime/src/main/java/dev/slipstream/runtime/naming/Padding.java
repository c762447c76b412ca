package dev.slipstream.runtime.naming;

/**
 * Padding that separates the fields of a subclass from the preceding object in memory: two threads that write to the same cache
 * line slow each other down tenfold. Processors fetch lines in pairs, hence 128 bytes. The int fills a hole after the object
 * header, where the JVM would otherwise place a field of the subclass.
 */
abstract class Padding {
    int hole;
    long a0;
    long a1;
    long a2;
    long a3;
    long a4;
    long a5;
    long a6;
    long a7;
    long b0;
    long b1;
    long b2;
    long b3;
    long b4;
    long b5;
    long b6;
    long b7;
}
