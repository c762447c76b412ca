/** Which JDKs there are on this machine, and setting up those that are missing. */
package dev.slipstream.lab.jdk;
