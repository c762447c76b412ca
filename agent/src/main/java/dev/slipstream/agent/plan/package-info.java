/**
 * Retrofits, and the changes they plan to make to a JDK.
 */
package dev.slipstream.agent.plan;
