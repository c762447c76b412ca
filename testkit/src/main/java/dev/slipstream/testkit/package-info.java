/** The JDKs to test on, and JVMs that tests fork. For the tests of all modules. */
package dev.slipstream.testkit;
