/** Results as people read them: tables for terminals and for Markdown. */
package dev.slipstream.cli.report;
