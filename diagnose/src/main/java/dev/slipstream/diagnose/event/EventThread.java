package dev.slipstream.diagnose.event;

/**
 * A thread of an event.
 *
 * @param id the parser's id for it, unique in the recording
 * @param javaName its name in Java, or null
 * @param osName its name in the operating system, or null
 * @param javaId its id in Java; 0 if it has none
 * @param osId its id in the operating system; 0 if unknown
 * @param virtual whether it is a virtual thread
 * @param carrier whether it carries virtual threads
 */
public record EventThread(long id, String javaName, String osName, long javaId, long osId, boolean virtual, boolean carrier) {}
