package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.Grafts;
import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.rewrite.MethodEdit;
import java.util.List;

/** Edits that the engine needs for itself, whatever the remedies: the JDK calls its graft at a few places. */
public final class EngineEdits {
    /** Owner of the edits. */
    public static final String OWNER = "observability";

    /** The engine's grafts. */
    public static final Grafts GRAFTS = new Grafts("jdk/internal/misc/Unsafe", List.of("jdk/internal/misc/Launch"),
            "jdk/internal/misc/EngineGraft", List.of("jdk.internal.misc"));

    private static final String THREAD_GROUP = "java/lang/ThreadGroup";

    private EngineEdits() {}

    /**
     * Checks that a JDK has the fields that the grafts read by name.
     *
     * @throws dev.slipstream.agent.rewrite.NotThere if one is missing
     */
    public static void needed(JdkView jdk) {
        jdk.need(THREAD_GROUP, "name", "Ljava/lang/String;");
        jdk.need(THREAD_GROUP, "maxPriority", "I");
    }

    /** Returns the edits of java.base, which tell when an attached process asks for the status. */
    public static Plan.ClassEdit ofJavaBase() {
        return new Plan.ClassEdit("jdk/internal/vm/VMSupport", List.of(
                calling("serializeAgentPropertiesToByteArray", "()[B", "statusWanted")));
    }

    /** Returns the edits of java.management, which tell when the application asks for the platform's MBean server. */
    public static Plan.ClassEdit ofManagement() {
        return new Plan.ClassEdit("java/lang/management/ManagementFactory", List.of(
                calling("getPlatformMBeanServer", "()Ljavax/management/MBeanServer;", "beansWanted")));
    }

    /** Returns the edits of java.instrument, which tell when an agent redefines classes. */
    public static Plan.ClassEdit ofInstrument() {
        return new Plan.ClassEdit("sun/instrument/InstrumentationImpl", List.of(
                calling("retransformClasses", "([Ljava/lang/Class;)V", "redefining"),
                calling("redefineClasses", "([Ljava/lang/instrument/ClassDefinition;)V", "redefining")));
    }

    private static MethodEdit calling(String method, String descriptor, String call) {
        return new MethodEdit.CallFirst(method, descriptor, GRAFTS.control(), call);
    }
}
