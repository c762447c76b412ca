/** Counters of an installed remedy: as flight recorder events, and without the effects of the agent's own trials. */
package dev.slipstream.agent.counters;
