/** Threads that all remedies may use. */
package dev.slipstream.runtime.threads;
