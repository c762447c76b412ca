package dev.slipstream.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of class archives with shell scripts in the place of a JDK's launcher; {@code ArchiveTest} has real ones. */
class ClassArchiveTest {
    private static final String LISTS = "echo java/lang/Object > \"$list\"\n";

    @TempDir
    private Path folder;

    private Path slipstream;
    private Path output;
    private String dump = "";

    @BeforeEach
    void makeJar() throws IOException {
        output = Files.createDirectory(folder.resolve("archive"));
        slipstream = folder.resolve("slipstream.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(slipstream))) {
            out.putNextEntry(new ZipEntry("dev/slipstream/agent/Agent.class"));
        }
    }

    /**
     * Makes an archive with a script.
     *
     * @param start what it does for the start of the agent, with the list of classes in {@code $list}
     * @param run what it does for the application, with the list of classes in {@code $list}
     */
    private void make(String start, String run, @Nullable Duration time) throws Exception {
        Path launcher = folder.resolve("java");
        Files.writeString(launcher, """
                #!/bin/sh
                for word in "$@"; do
                  case $word in
                    -XX:DumpLoadedClassList=*) list=${word#*=} ;;
                    -version) touch "$list"; %s; exit ;;
                    App) [ "$list" ] && { %s; exit; } ;;
                  esac
                done
                cp "%3$s/classes.lst" "%3$s/../list"
                %4$s
                touch "%3$s/classes.jsa"
                """.formatted(start, run, output, dump), StandardCharsets.UTF_8);
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        new ClassArchive(List.of(launcher.toString(), "App"), output, "").make(slipstream, time);
    }

    /** Modified UTF-8, in which HotSpot writes lists, is none. */
    @Test
    void aClassMayHaveAnyName() throws Exception {
        make("true", "printf '\\355\\240\\265\\355\\264\\270\\n' > \"$list\"", null);
        assertThat(Files.readString(folder.resolve("list"), StandardCharsets.ISO_8859_1))
                .endsWith("\n\355\240\265\355\264\270\n");
    }

    /** A constant's place is that in the class file as the agent rewrites it. */
    @Test
    void constantsThatTheAgentResolvedAreLeftOut() throws Exception {
        make("printf '# NOTE\\njava/lang/Thread id: 1\\n@cp java/lang/Thread 7\\n@lambda-proxy A B\\n' > \"$list\"",
                "printf 'App id: 2\\n@cp App 3\\n' > \"$list\"", null);
        assertThat(Files.readAllLines(folder.resolve("list"))).containsExactly("dev/slipstream/agent/Agent", "java/lang/Thread",
                "@lambda-proxy A B", "App id: 2", "@cp App 3");
    }

    /** An application may end with any code after SIGTERM. */
    @Test
    void theCodeOfAnApplicationThatWasEndedDoesNotCount() throws Exception {
        make("true", LISTS + "trap 'exit 1' TERM; while :; do sleep 0.1; done", Duration.ofSeconds(1));
        assertThat(output.resolve("options")).isNotEmptyFile();
    }

    @Test
    void aLauncherThatListsNothingIsSaid() {
        assertThatThrownBy(() -> make("true", "true", null)).hasMessageContaining("listed no classes")
                .hasMessageContaining("--for");
    }

    @Test
    void theReasonIsSaid() {
        Failure failure = catchThrowableOfType(Failure.class, () -> make("""
                echo 'Unrecognized option: -bogus'
                echo 'Error: Could not create the Java Virtual Machine.'
                echo 'Error: A fatal exception has occurred. Program will exit.'
                exit 1""", "true", null));
        assertThat(failure).hasMessage("the agent does not start there: Unrecognized option: -bogus");
    }

    /** As on JDK 11, where the JVM goes on. */
    @Test
    void anAgentThatDoesNotStartIsSaid() {
        String line = "slipstream: not started, the application runs on unchanged: this is JDK 11";
        Failure failure = catchThrowableOfType(Failure.class,
                () -> make("echo '" + line + "'; echo 'OpenJDK 64-Bit Server VM'", "true", null));
        assertThat(failure).hasMessage("the agent does not start there: " + line);
    }

    private void stopped(String application) throws Exception {
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread making = new Thread(() -> end.set(catchThrowable(() -> make("true", LISTS + application, null))));
        making.start();
        while (!Files.exists(folder.resolve("running"))) {
            Thread.sleep(10);
        }
        making.interrupt();
        making.join();
        assertThat(end).hasValueMatching(InterruptedException.class::isInstance);
    }

    /** Ctrl-C interrupts the thread. */
    @Test
    void aStoppedApplicationEndsItself() throws Exception {
        stopped("trap 'sleep 1; touch " + folder.resolve("ended") + "; exit 143' TERM; touch " + folder.resolve("running")
                + "; while :; do sleep 0.1; done");
        assertThat(folder.resolve("ended")).exists();
    }

    @Test
    void aStoppedDumpIsNotWaitedFor() throws Exception {
        dump = "touch " + folder.resolve("running") + "; exec sleep 600";
        assertTimeout(Duration.ofSeconds(60), () -> stopped("true"));
        assertThat(output.resolve("options")).doesNotExist();
    }
}
