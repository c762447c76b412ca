package dev.slipstream.cli.diagnose.source;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import dev.slipstream.cli.ExitCodes;
import dev.slipstream.cli.Failure;
import java.util.List;
import java.util.stream.Collectors;

/** The JVMs that run here, by what they run. */
public final class RunningJvms {
    private static final int LISTED = 12;

    private RunningJvms() {
    }

    /**
     * A JVM.
     *
     * @param pid its process
     * @param command its main class, or the path of its jar, and its arguments
     */
    record Running(long pid, String command) {
        /** The main class, or the name of the jar. */
        String name() {
            String first = command.strip().split("\\s", 2)[0];
            return first.endsWith(".jar") ? first.substring(first.lastIndexOf('/') + 1) : first;
        }

        boolean isCalled(String wanted) {
            String first = command.strip().split("\\s", 2)[0];
            return wanted.equals(first) || wanted.equals(name()) || name().endsWith("." + wanted);
        }
    }

    /**
     * Finds one by its main class.
     *
     * @param name the class, with or without its package, or the jar that was started
     * @return its process
     * @throws Failure if there is none, or more than one
     */
    public static long find(String name) throws Failure {
        long self = ProcessHandle.current().pid();
        return find(name, VirtualMachine.list().stream()
                .map(RunningJvms::running)
                .filter(jvm -> jvm.pid() != self)
                .toList());
    }

    private static Running running(VirtualMachineDescriptor jvm) {
        return new Running(Long.parseLong(jvm.id()), jvm.displayName());
    }

    static long find(String name, List<Running> all) throws Failure {
        List<Running> found = all.stream().filter(jvm -> jvm.isCalled(name)).toList();
        if (found.size() == 1) {
            return found.getFirst().pid();
        }
        if (found.isEmpty()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "there is no JVM that runs " + name + ", and no file of that name; "
                    + (all.isEmpty() ? "no JVM runs that we may look at" : "there is " + listed(all)));
        }
        throw new Failure(ExitCodes.BAD_USAGE, found.size() + " JVMs run " + name + "; name one by its number: " + listed(found));
    }

    private static String listed(List<Running> all) {
        return all.stream().limit(LISTED)
                .map(jvm -> jvm.pid() + (jvm.name().isEmpty() ? "" : " " + jvm.name()))
                .collect(Collectors.joining(", ")) + (all.size() > LISTED ? " and " + (all.size() - LISTED) + " more" : "");
    }
}
