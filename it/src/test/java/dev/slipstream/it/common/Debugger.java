package dev.slipstream.it.common;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.InvalidTypeException;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import dev.slipstream.it.program.Stops;
import dev.slipstream.testkit.Running;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Debugger that has threads of {@link Stops} throw at random moments. */
public final class Debugger {
    /** The option with which a JVM waits for it. */
    public static final String OPTION = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";

    private static final Pattern LISTENING = Pattern.compile("Listening for transport dt_socket at address: (\\d+)");
    private static final int LONGEST_MILLIS = 3;

    private Debugger() {
    }

    /** Stops one thread after the other until the program ends. */
    public static int stopThreads(Running jvm) throws Exception {
        jvm.waitUntil("the debugger's port", () -> LISTENING.matcher(jvm.out()).find());
        Matcher port = LISTENING.matcher(jvm.out());
        port.find();
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketAttach")).findFirst().orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(port.group(1));
        int stopped = 0;
        try {
            VirtualMachine target = connector.attach(arguments);
            ObjectReference thrown = thrown(jvm, target);
            while (true) {
                for (ThreadReference thread : target.allThreads()) {
                    stopped += stop(thread, thrown) ? 1 : 0;
                }
                Thread.sleep(ThreadLocalRandom.current().nextInt(LONGEST_MILLIS));
            }
        } catch (VMDisconnectedException itHasEnded) {
            return stopped;
        }
    }

    private static ObjectReference thrown(Running jvm, VirtualMachine target) throws Exception {
        jvm.waitUntil("the program", () -> !target.classesByName(Stops.class.getName()).isEmpty());
        ReferenceType program = target.classesByName(Stops.class.getName()).get(0);
        jvm.waitUntil("its class", program::isInitialized);
        return (ObjectReference) program.getValue(program.fieldByName("STOP"));
    }

    private static boolean stop(ThreadReference thread, ObjectReference thrown) throws InvalidTypeException {
        try {
            if (thread.threadGroup() == null || !thread.threadGroup().name().equals(Stops.GROUP)) {
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
}
