/** Access of the stress tests to package-private classes of the library. */
package dev.slipstream.priority;
