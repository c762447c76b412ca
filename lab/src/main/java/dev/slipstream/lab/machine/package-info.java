/** Environment of a proof: the machine, its other load, the JDKs, and warnings about untrustworthy figures. */
package dev.slipstream.lab.machine;
