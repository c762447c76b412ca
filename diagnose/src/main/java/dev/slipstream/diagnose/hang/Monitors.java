package dev.slipstream.diagnose.hang;

import dev.slipstream.diagnose.threads.StackFrame;
import dev.slipstream.diagnose.threads.StackFrame.LockUse;
import dev.slipstream.diagnose.threads.StackFrame.Use;
import dev.slipstream.diagnose.threads.ThreadDump.DumpedThread;
import dev.slipstream.diagnose.threads.ThreadFile.FileThread;
import dev.slipstream.diagnose.threads.ThreadLook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which thread enters which monitor, and which owns it. */
final class Monitors {
    private final Map<String, String> owners = new HashMap<>();
    private final Map<String, String> entered = new LinkedHashMap<>();

    private Monitors() {}

    /**
     * Reads the monitors of a look. The text dump names them by address, the file by class and identity hash: a cycle is looked for in
     * either, and both name a thread in the same way.
     */
    static Monitors of(ThreadLook look) {
        Monitors monitors = new Monitors();
        for (DumpedThread thread : look.dump().threads()) {
            monitors.add("thread #" + thread.javaId() + " " + thread.name(), thread.frames());
            monitors.add("virtual thread #" + thread.carried(), thread.mounted());
        }
        Set<Long> dumped = new HashSet<>();
        look.dump().threads().forEach(thread -> dumped.add(thread.javaId()));
        for (FileThread thread : look.file().map(file -> file.threads()).orElse(List.of())) {
            String name = dumped.contains(thread.id()) ? "thread #" + thread.id() + " " + thread.name()
                    : "virtual thread #" + thread.id();
            thread.owns().stream().filter(monitor -> !monitor.isEmpty() && !monitor.equals(thread.waits()))
                    .forEach(monitor -> monitors.owners.put(monitor, name));
            if (!thread.enters().isEmpty()) {
                monitors.entered.put(name, thread.enters());
            }
        }
        return monitors;
    }

    private void add(String thread, List<StackFrame> stack) {
        Set<String> waitedFor = new HashSet<>();
        for (StackFrame frame : stack) {
            for (LockUse lock : frame.locks()) {
                if (lock.use() == Use.WAITS) {
                    waitedFor.add(lock.address());
                } else if (lock.use() == Use.ENTERS) {
                    entered.put(thread, lock.address());
                } else if (lock.use() == Use.LOCKED && !waitedFor.contains(lock.address())) {
                    owners.put(lock.address(), thread);
                }
            }
        }
    }

    /** Returns the threads of a cycle, each with what it waits for; empty if there is none. */
    List<String> cycle() {
        for (String start : entered.keySet()) {
            List<String> way = new ArrayList<>();
            String thread = start;
            while (thread != null && entered.containsKey(thread) && !way.contains(thread)) {
                way.add(thread);
                thread = owners.get(entered.get(thread));
            }
            if (thread != null && way.contains(thread)) {
                return way.subList(way.indexOf(thread), way.size()).stream()
                        .map(each -> each + " waits for a monitor that " + owners.get(entered.get(each)) + " owns").toList();
            }
        }
        return List.of();
    }
}
