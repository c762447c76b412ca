/**
 * How names get from the threads that bear them to the publisher, and how a name file ends, under jcstress: the classes of the
 * library themselves. They are run as the bell's tests are.
 */
package dev.slipstream.stress.naming;
