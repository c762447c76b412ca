/**
 * Shows Slipstream's remedies in Spring Boot's Actuator: metrics, a component of {@code /actuator/health}, and
 * {@code /actuator/slipstream}. All is read from the MXBeans of the agent in this JVM.
 *
 * @since 1.0.0
 */
package dev.slipstream.spring;
