package dev.slipstream.agent.buffering;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;

/**
 * Decides which files may be read ahead: regular files with a size, on a disk or on a file system known to behave like one.
 *
 * <p>A device number without a major part does not identify the file system. The clock's thread looks it up, so that no file is opened
 * inside the application's read; until then the answer is {@link #NOT_NOW}.
 */
final class BufferingFiles implements IntUnaryOperator {
    /** As in the graft. */
    static final int YES = 1;

    /** As in the graft. */
    static final int NOT_NOW = 0;

    /** As in the graft. */
    static final int NEVER = -1;

    /** File systems without a disk of their own whose files retain what was written. */
    private static final Set<String> KNOWN = Set.of("tmpfs", "ramfs", "overlay", "aufs", "btrfs", "zfs", "bcachefs", "ubifs",
            "nfs", "nfs4", "cifs", "smb3", "ceph", "9p", "virtiofs");

    /** Line format: mount id, parent id, device, root, mount point, options, optional fields, " - ", file system type, ... */
    private static final String MOUNTS = "/proc/self/mountinfo";

    private static final String TYPE = " - ";
    private static final int DEVICE = 2;

    /** In a device number the major part lies between the lowest eight bits of the minor part and the remaining minor bits. */
    private static final int MINOR_SHIFT = 12;

    private final MethodHandle attributes;
    private final MethodHandle device;
    private final MethodHandle number;
    private final Map<Long, Integer> verdicts = new ConcurrentHashMap<>();
    private final AtomicReference<Question> open = new AtomicReference<>();
    private volatile Thread clock;
    private byte[] mounts = new byte[0];

    /** Descriptor that the application has opened, on a device without a verdict. */
    private record Question(int descriptor, long device) {}

    BufferingFiles() throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.nio.fs.UnixFileAttributes");
        MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        attributes = inside.findStatic(type, "get", MethodType.methodType(type, int.class))
                .asType(MethodType.methodType(BasicFileAttributes.class, int.class));
        device = inside.findGetter(type, "st_dev", long.class)
                .asType(MethodType.methodType(long.class, BasicFileAttributes.class));
        number = MethodHandles.privateLookupIn(FileDescriptor.class, MethodHandles.lookup())
                .findGetter(FileDescriptor.class, "fd", int.class);
    }

    /** Decides for a file of the agent's own, without the clock's thread. */
    boolean learn(FileInputStream file) throws IOException {
        forgetIfMountsChanged();
        int descriptor;
        try {
            descriptor = (int) number.invokeExact(file.getFD());
        } catch (IOException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        applyAsInt(descriptor);
        lookUp();
        return applyAsInt(descriptor) == YES;
    }

    /** Sets the thread that is woken when there is something to look up. */
    void setClock(Thread thread) {
        clock = thread;
    }

    @Override
    public int applyAsInt(int descriptor) {
        try {
            BasicFileAttributes file = (BasicFileAttributes) attributes.invokeExact(descriptor);
            if (!file.isRegularFile()) {
                return NEVER;
            }
            long on = (long) device.invokeExact(file);
            if (major(on) != 0) {
                return YES;
            }
            Integer verdict = verdicts.get(on);
            if (verdict != null) {
                return verdict;
            }
            open.set(new Question(descriptor, on));
            LockSupport.unpark(clock);
            return NOT_NOW;
        } catch (Error e) {
            throw e;
        } catch (Throwable closed) {
            return NOT_NOW;
        }
    }

    private static long major(long device) {
        return (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    }

    /** Answers the pending question. Called by the clock's thread from time to time. */
    void lookUp() throws IOException {
        Question question = open.getAndSet(null);
        if (question != null) {
            long before = deviceOf(question.descriptor);
            String type = fileSystem(question.descriptor);
            // The descriptor may denote another file by now, possibly on another device. Then the answer is discarded; the next
            // query asks again.
            if (before == question.device && deviceOf(question.descriptor) == question.device) {
                verdicts.put(question.device, verdict(type));
            }
        }
    }

    /**
     * Discards the verdicts if mounts have changed, since device numbers are reused after an unmount. Called by the clock's thread once a
     * second. Most devices are answered here; the devices of some file systems appear in no mount's line.
     */
    void forgetIfMountsChanged() throws IOException {
        byte[] now = read(MOUNTS);
        if (Arrays.equals(now, mounts)) {
            return;
        }
        verdicts.clear();
        mounts = now;
        for (String line : new String(now, StandardCharsets.UTF_8).split("\n")) {
            int end = line.indexOf(TYPE);
            String[] words = line.split(" ", DEVICE + 2);
            if (end > 0 && words.length > DEVICE && words[DEVICE].startsWith("0:")) {
                int minor = Integer.parseInt(words[DEVICE].substring(2));
                verdicts.put((long) ((minor & 0xff) | (minor & ~0xff) << MINOR_SHIFT), verdict(typeOf(line, end)));
            }
        }
    }

    private static int verdict(String type) {
        return KNOWN.contains(type) ? YES : NEVER;
    }

    private static String typeOf(String line, int end) {
        String rest = line.substring(end + TYPE.length());
        return rest.substring(0, rest.indexOf(' '));
    }

    private long deviceOf(int descriptor) {
        try {
            return (long) device.invokeExact((BasicFileAttributes) attributes.invokeExact(descriptor));
        } catch (Error e) {
            throw e;
        } catch (Throwable closed) {
            return -1;
        }
    }

    /**
     * Returns the file system type by mount id, or an empty string if there is no mount: kernel-internal file systems are mounted
     * nowhere.
     */
    private static String fileSystem(int descriptor) throws IOException {
        String mount = null;
        for (String line : lines("/proc/self/fdinfo/".concat(Integer.toString(descriptor)))) {
            if (line.startsWith("mnt_id:")) {
                mount = line.substring("mnt_id:".length()).trim().concat(" ");
            }
        }
        if (mount == null) {
            return "";
        }
        for (String line : lines(MOUNTS)) {
            int end = line.indexOf(TYPE);
            if (end > 0 && line.startsWith(mount)) {
                return typeOf(line, end);
            }
        }
        return "";
    }

    private static String[] lines(String path) throws IOException {
        return new String(read(path), StandardCharsets.UTF_8).split("\n");
    }

    private static byte[] read(String path) throws IOException {
        try (FileInputStream file = new FileInputStream(path)) {
            return file.readAllBytes();
        }
    }
}
