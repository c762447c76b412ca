/** Whether virtual threads hang, by what holds their carriers; knows no remedy. */
package dev.slipstream.diagnose.hang;
