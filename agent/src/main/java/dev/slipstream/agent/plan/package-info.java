/**
 * What a retrofit is, and what it plans to do to a JDK.
 */
package dev.slipstream.agent.plan;
