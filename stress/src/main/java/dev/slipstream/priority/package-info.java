/** What is tested of the library's package of this name, which nobody else is to see. */
package dev.slipstream.priority;
