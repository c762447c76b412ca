/** Formats results for people: tables for terminals and as Markdown. */
package dev.slipstream.cli.report;
