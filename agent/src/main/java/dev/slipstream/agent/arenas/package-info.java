/** Retrofit of the remedy arenas: its description, its plan, and what runs while it is active. */
package dev.slipstream.agent.arenas;
