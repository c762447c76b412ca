/** Retrofit of the remedy naming: its description, its plan, and what runs while it is active. */
package dev.slipstream.agent.naming;
