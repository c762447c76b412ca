/** What a detector gets and returns. Knows no remedy. */
package dev.slipstream.cli.diagnose.detect;
