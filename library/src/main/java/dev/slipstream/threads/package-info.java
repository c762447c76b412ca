/** Threads that all remedies may use. Not exported. */
package dev.slipstream.threads;
