/** A service that runs, and is put right without a restart: the commands that an operator types, and what users of it notice. */
package dev.slipstream.examples.live;
