/** What a recording says about a JVM: samples by kind and thread, processor time, settings. Knows no remedy. */
package dev.slipstream.cli.diagnose.profile;
