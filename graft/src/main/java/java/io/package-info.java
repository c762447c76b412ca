/**
 * Grafts of this package of java.base, seen by nobody outside it. A graft may use anything inside java.base and nothing outside
 * it.
 */
package java.io;
