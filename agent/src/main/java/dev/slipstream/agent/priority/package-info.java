/** Retrofit of the remedy priority: its description, its plan, and what runs while it is active. */
package dev.slipstream.agent.priority;
