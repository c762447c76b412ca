/** Retrofit of the remedy text: its description, its plan, and what runs while it is active. */
package dev.slipstream.agent.text;
