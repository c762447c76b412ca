/**
 * A search engine in the process: Lucene, whose index lies in shared arenas, is written, merged and searched by several threads,
 * without and with Slipstream.
 */
package dev.slipstream.examples.arenas;
