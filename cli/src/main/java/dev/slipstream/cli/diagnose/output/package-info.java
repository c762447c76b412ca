/** What a reader sees of a diagnosis on the terminal, and a program as JSON. Its page is made where all pages are. */
package dev.slipstream.cli.diagnose.output;
