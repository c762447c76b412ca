/** Discovery of the JDKs on this machine, and setup of missing ones. */
package dev.slipstream.lab.jdk;
