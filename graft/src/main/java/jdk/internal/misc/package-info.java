/**
 * Grafts of this package of java.base. A graft may use anything inside java.base and nothing outside it.
 */
package jdk.internal.misc;
