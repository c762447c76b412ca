/**
 * Retrofits, one class per remedy.
 */
package dev.slipstream.agent.retrofit;
