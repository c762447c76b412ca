package dev.slipstream.agent.buffering;

import dev.slipstream.agent.plan.Grafts;
import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Needs;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Remedy.Setting;
import dev.slipstream.agent.plan.Remedy.Unit;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.Switch;
import dev.slipstream.agent.plan.Values.Numbers;
import dev.slipstream.agent.rewrite.MethodEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * Makes {@code FileInputStream.read()} of regular files read ahead after a run of single bytes; see {@code remedies/buffering.md}.
 */
public final class BufferingRetrofit implements Retrofit {
    private static final String AGE = "age";
    private static final int DEFAULT_AGE_MILLIS = 20;
    private static final int LONGEST_AGE_MILLIS = 10_000;

    private static final String STREAM = "java/io/FileInputStream";
    private static final String DESCRIPTOR = "java/io/FileDescriptor";
    private static final String ATTRIBUTES = "sun/nio/fs/UnixFileAttributes";
    private static final String GRAFT = "java/io/BufferingGraft";

    /** Other methods that read, move, or report the stream's position. */
    private static final List<String> PAUSE = List.of("read([B)I", "read([BII)I", "readAllBytes()[B", "readNBytes(I)[B",
            "skip(J)J", "available()I");

    /** Methods that close the stream or hand out its descriptor. */
    private static final List<String> END = List.of("close()V", "getFD()Ljava/io/FileDescriptor;",
            "getChannel()Ljava/nio/channels/FileChannel;");

    private static final String READ = "read()I";
    private static final String TRANSFER = "transferTo(Ljava/io/OutputStream;)J";

    /** sun.nio.fs tells what a descriptor is open on. */
    private static final Grafts GRAFTS = new Grafts(STREAM, List.of("java/io/ReadAheads", "java/io/ReadAhead"), GRAFT,
            List.of("java.io", "sun.nio.fs"));

    static final Remedy REMEDY = new Remedy("buffering", 17, false,
            List.of(new Setting(AGE, new Numbers(2, LONGEST_AGE_MILLIS),
                    "milliseconds after which bytes that were read ahead are read again")),
            "",
            List.of(
                    Counter.total("streams", "streams that have read ahead"),
                    Counter.total("streamsRefused", "streams read byte by byte whose file cannot be read ahead"),
                    Counter.total("bytesServed", "bytes read without a system call").in(Unit.BYTES),
                    Counter.total("bytesGivenBack", "bytes read ahead in vain").in(Unit.BYTES),
                    Counter.total("failed", "unexpected failures; 0 is expected")));

    @Override
    public Remedy remedy() {
        return REMEDY;
    }

    @Override
    public Plan plan(JdkView jdk, Settings settings) {
        int ageMillis = settings.number(AGE, DEFAULT_AGE_MILLIS);
        if (!jdk.has("sun/nio/fs/LinuxFileSystem")) {
            return Plan.declined("only on Linux");
        }
        needAll(jdk);
        List<MethodEdit> edits = new ArrayList<>();
        edits.add(new MethodEdit.TellFirst("open", "(Ljava/lang/String;)V", GRAFT, "opened"));
        edits.add(new MethodEdit.AnswerFirst("read", "()I", GRAFT, "read"));
        for (String method : PAUSE) {
            edits.add(first(method, "pause"));
        }
        for (String method : END) {
            edits.add(first(method, "end"));
        }
        Set<String> known = new TreeSet<>(PAUSE);
        known.addAll(END);
        known.add(READ);
        Set<String> unknown = new TreeSet<>(jdk.callable(STREAM));
        if (unknown.contains(TRANSFER)) {
            known.add(TRANSFER);
            edits.add(first(TRANSFER, "pause"));
        }
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            return Plan.declined("FileInputStream has a method that is not known to give back what was read ahead: "
                    .concat(unknown.iterator().next()));
        }
        return Plan.install("", List.of(new Plan.ClassEdit(STREAM, edits)), preparation(ageMillis));
    }

    private static MethodEdit first(String method, String call) {
        int bracket = method.indexOf('(');
        return new MethodEdit.TellFirst(method.substring(0, bracket), method.substring(bracket), GRAFT, call);
    }

    private void needAll(JdkView jdk) {
        jdk.need(STREAM, "closeLock", "Ljava/lang/Object;");
        jdk.need(STREAM, "fd", "Ljava/io/FileDescriptor;");
        jdk.need(DESCRIPTOR, "fd", "I");
        jdk.need("java/lang/Thread", "tid", "J");
        jdk.need(ATTRIBUTES, "get", "(I)Lsun/nio/fs/UnixFileAttributes;");
        jdk.need(ATTRIBUTES, "st_dev", "J");
        Needs.check(jdk, GRAFTS.all(), false);
    }

    private static Plan.Preparation preparation(int ageMillis) {
        return new Plan.Preparation() {
            @Override
            public List<String> threads() {
                return List.of(BufferingClock.THREAD);
            }

            @Override
            public Switch prepare(BiFunction<String, Object, Object> graft, Switch.Callback callback) throws Exception {
                return new BufferingSwitch(graft, ageMillis, callback);
            }
        };
    }

    @Override
    public Grafts grafts() {
        return GRAFTS;
    }

    /** Without the edits, read-ahead bytes would be lost whenever another agent retransforms the class. */
    @Override
    public boolean keepsEdits() {
        return true;
    }
}
