package dev.slipstream.it.common;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.InvalidTypeException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import dev.slipstream.it.program.Stops;
import dev.slipstream.testkit.Running;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Debugger that has threads of {@link Stops} throw. */
public final class Debugger {
    /** The option with which a JVM waits for it. */
    public static final String OPTION = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";

    private static final Pattern LISTENING = Pattern.compile("Listening for transport dt_socket at address: (\\d+)");
    private static final int LONGEST_MILLIS = 3;

    /** Many times what a thread takes to get to any line that it regularly executes. */
    private static final long PATIENCE_MILLIS = 200;

    private final Running jvm;
    private final VirtualMachine target;
    private final ObjectReference thrown;

    private Debugger(Running jvm, VirtualMachine target) throws Exception {
        this.jvm = jvm;
        this.target = target;
        ReferenceType program = type(Stops.class.getName());
        jvm.waitUntil("its class", program::isInitialized);
        thrown = (ObjectReference) program.getValue(program.fieldByName("STOP"));
    }

    /** Attaches to a program that has just been started. */
    public static Debugger attach(Running jvm) throws Exception {
        jvm.waitUntil("the debugger's port", () -> LISTENING.matcher(jvm.out()).find());
        Matcher port = LISTENING.matcher(jvm.out());
        port.find();
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketAttach")).findFirst().orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(port.group(1));
        return new Debugger(jvm, connector.attach(arguments));
    }

    private ReferenceType type(String name) throws Exception {
        jvm.waitUntil(name, () -> !target.classesByName(name).isEmpty());
        return target.classesByName(name).get(0);
    }

    /**
     * Stops a thread at each line of a class that it executes. Random moments seldom hit the few instructions of a finally.
     *
     * @return the number of places; a line of a finally has several
     */
    public int stopAtEachLine(String type) throws Exception {
        int places = 0;
        try {
            for (Location each : type(type).methods().stream().flatMap(Debugger::places).toList()) {
                places += stopAt(each) ? 1 : 0;
            }
        } catch (VMDisconnectedException ended) {
            // The caller compares the number.
        }
        return places;
    }

    private static Stream<Location> places(Method method) {
        try {
            return method.allLineLocations().stream();
        } catch (AbsentInformationException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean stopAt(Location place) throws Exception {
        BreakpointRequest breakpoint = target.eventRequestManager().createBreakpointRequest(place);
        breakpoint.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        breakpoint.enable();
        boolean stopped = false;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!stopped && System.nanoTime() < end) {
            EventSet events = target.eventQueue().remove(PATIENCE_MILLIS);
            if (events == null) {
                break;
            }
            for (Event event : events) {
                // A thread may still wait at the place before.
                if (event instanceof BreakpointEvent reached && reached.location().equals(place) && isVictim(reached.thread())) {
                    // Before the thread goes on, so that no other one gets here.
                    breakpoint.disable();
                    reached.thread().stop(thrown);
                    stopped = true;
                }
            }
            events.resume();
        }
        target.eventRequestManager().deleteEventRequest(breakpoint);
        return stopped;
    }

    /**
     * Stops one thread after the other at random moments until the program ends.
     *
     * @return the number of threads
     */
    public int stopThreads() throws Exception {
        int stopped = 0;
        try {
            while (true) {
                for (ThreadReference thread : target.allThreads()) {
                    stopped += stop(thread) ? 1 : 0;
                }
                Thread.sleep(ThreadLocalRandom.current().nextInt(LONGEST_MILLIS));
            }
        } catch (VMDisconnectedException ended) {
            return stopped;
        }
    }

    private boolean stop(ThreadReference thread) throws InvalidTypeException {
        try {
            if (!isVictim(thread)) {
                return false;
            }
            thread.suspend();
            try {
                thread.stop(thrown);
            } finally {
                thread.resume();
            }
            return true;
        } catch (ObjectCollectedException | IllegalThreadStateException ended) {
            return false;
        }
    }

    private static boolean isVictim(ThreadReference thread) {
        return thread.threadGroup() != null && thread.threadGroup().name().equals(Stops.GROUP);
    }
}
