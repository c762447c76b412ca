/** How much a running diagnosis costs the JVM that it looks at. Started by {@code tools/diagnosis-overhead}. */
package dev.slipstream.lab.overhead;
