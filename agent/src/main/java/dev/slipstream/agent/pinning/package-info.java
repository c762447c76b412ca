/** Retrofit of the remedy pinning: its description, its plan, and what runs while it is active. */
package dev.slipstream.agent.pinning;
