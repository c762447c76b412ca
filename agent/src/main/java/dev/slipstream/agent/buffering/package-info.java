/** Retrofit of the remedy buffering: its description, its plan, and what runs while it is active. */
package dev.slipstream.agent.buffering;
