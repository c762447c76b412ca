/**
 * Grafts of this package of java.base, invisible outside it. A graft may use anything inside java.base and nothing outside
 * it.
 */
package java.io;
