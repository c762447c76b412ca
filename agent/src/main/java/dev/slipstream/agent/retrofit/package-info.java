/**
 * The retrofits, one class per remedy.
 */
package dev.slipstream.agent.retrofit;
