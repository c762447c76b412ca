/** Threads of a JVM as its thread dumps and Linux show them; knows no remedy. */
package dev.slipstream.diagnose.threads;
