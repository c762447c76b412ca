/** The JDKs to test on, and JVMs that tests fork. For the tests of other modules. */
package dev.slipstream.testkit;
