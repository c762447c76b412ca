/** Names on their way from the threads that bear them to the publisher, and the end of a name file. */
package dev.slipstream.stress.naming;

