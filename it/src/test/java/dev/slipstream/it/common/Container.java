package dev.slipstream.it.common;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A JVM in namespaces of its own, with its own folder for temporary files, as in a container. */
public final class Container {
    /** Namespaces of users and mounts. */
    public static final String MOUNTS = "-rm";

    /** Those, and one of processes, in which the JVM is process 1. */
    public static final String PROCESSES = "-rmpf --mount-proc --kill-child";

    /** Mounts a folder over that of temporary files. A checkout that is below stays visible. */
    private static final String ENTER = """
            case $1 in /tmp/*) mkdir -p "$0${1#/tmp}"; mount --rbind "$1" "$0${1#/tmp}"; esac
            mount --rbind "$0" /tmp
            shift
            exec "$@"
            """;

    private Container() {}

    /** Returns a JVM in a container. */
    public static ForkedJvm on(TestJdk jdk, String namespaces, Path temporary) throws IOException {
        Files.createDirectories(temporary);
        return Programs.on(jdk).under(Stream.of(List.of("unshare"), List.of(namespaces.split(" ")),
                List.of("sh", "-ec", ENTER, temporary.toString(), ForkedJvm.ROOT.toString())).flatMap(List::stream)
                .toArray(String[]::new));
    }

    /** Returns the process id, outside, of a JVM that is process 1 of its container. */
    public static long first(Running unshare) {
        return ProcessHandle.of(unshare.pid()).orElseThrow().children().findFirst().orElseThrow().pid();
    }

    /** Returns a command that runs in the container of a process, as its user. */
    public static List<String> inside(long pid, String... command) {
        List<String> words =
                new ArrayList<>(List.of("nsenter", "--target", Long.toString(pid), "--user", "--preserve-credentials", "--mount",
                        "--pid", "env", "-C", "/"));
        words.addAll(Arrays.asList(command));
        return words;
    }

    /** Returns a command that runs beside the container of a process, with its users and processes, and with other files. */
    public static List<String> beside(long pid, Path temporary, String... command) throws IOException {
        Files.createDirectories(temporary);
        List<String> words =
                new ArrayList<>(List.of("nsenter", "--target", Long.toString(pid), "--user", "--preserve-credentials", "--pid",
                        "unshare", "-m", "--mount-proc", "sh", "-ec", ENTER, temporary.toString(), ForkedJvm.ROOT.toString()));
        words.addAll(Arrays.asList(command));
        return words;
    }
}
