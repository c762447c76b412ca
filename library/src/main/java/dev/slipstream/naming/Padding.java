package dev.slipstream.naming;

/**
 * Keeps the fields that subclasses add away from those of the object before it in memory: two threads that write to the same
 * cache line slow each other down tenfold. Processors fetch lines in pairs, hence 128 bytes. The int fills a hole after the
 * object's header, into which a subclass's field would be put otherwise.
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
