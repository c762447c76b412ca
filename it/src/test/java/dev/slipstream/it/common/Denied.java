package dev.slipstream.it.common;

import dev.slipstream.testkit.TestJdk;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Program that becomes another one, to which the kernel denies system calls by a seccomp filter, as a container runtime does. It
 * replaces its process, and so needs no tool of the machine.
 */
public final class Denied {
    /** The system calls that container runtimes deny by default, and others that a profile may deny. */
    public static final String MANY = "acct,add_key,bpf,get_mempolicy,io_uring_setup,kexec_load,keyctl,mbind,mount,move_pages,"
            + "name_to_handle_at,open_by_handle_at,perf_event_open,pivot_root,process_vm_readv,process_vm_writev,ptrace,quotactl,"
            + "reboot,request_key,sched_setattr,sched_setscheduler,set_mempolicy,setns,setpriority,swapon,umount2,unshare,userfaultfd";

    /** In the order of {@link #MANY}. */
    private static final int[] X86_64 = {163, 248, 321, 239, 425, 246, 250, 237, 165, 279, 303, 304, 298, 155, 310, 311, 101, 179,
        169, 249, 314, 144, 238, 308, 141, 167, 166, 272, 323};
    private static final int[] AARCH64 =
            {89, 217, 280, 236, 425, 104, 219, 235, 40, 239, 264, 265, 241, 41, 270, 271, 117, 60, 142,
                218, 274, 119, 237, 268, 140, 224, 39, 97, 282};

    private static final int PR_SET_SECCOMP = 22;
    private static final int PR_SET_NO_NEW_PRIVS = 38;
    private static final long SECCOMP_MODE_FILTER = 2;

    private static final int LOAD_WORD = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int RETURN = 0x06;
    private static final long ALLOW = 0x7fff0000;

    /** Fails the call with EPERM. */
    private static final long DENY = 0x00050001;

    private Denied() {}

    /** Returns the beginning of a command line: the command that follows may not make the given system calls, with commas. */
    public static String[] calls(String names) {
        try {
            return new String[] {TestJdk.current().java().toString(), "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp", Path.of(Denied.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString(),
                Denied.class.getName(), names};
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Arguments: the system calls, then the command, whose first word is a path. */
    public static void main(String[] arguments) throws Throwable {
        try (Arena memory = Arena.ofConfined()) {
            MethodHandle control = function("prctl", 1, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
            check((int) control.invokeExact(PR_SET_NO_NEW_PRIVS, 1L, MemorySegment.NULL, 0L, 0L));
            check((int) control.invokeExact(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter(arguments[0], memory), 0L, 0L));
            List<String> command = Arrays.asList(arguments).subList(1, arguments.length);
            MemorySegment words = memory.allocate(ValueLayout.ADDRESS, command.size() + 1);
            for (int i = 0; i < command.size(); i++) {
                words.setAtIndex(ValueLayout.ADDRESS, i, memory.allocateFrom(command.get(i)));
            }
            MethodHandle become = function("execv", 2, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
            check((int) become.invokeExact(memory.allocateFrom(command.get(0)), words));
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(String name, int firstVariadic, MemoryLayout... parameters) {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor descriptor = FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters);
        MemorySegment address = linker.defaultLookup().findOrThrow(name);
        return firstVariadic < parameters.length
                ? linker.downcallHandle(address, descriptor, Linker.Option.firstVariadicArg(firstVariadic))
                : linker.downcallHandle(address, descriptor);
    }

    private static void check(int result) {
        if (result != 0) {
            throw new IllegalStateException("a system call has failed");
        }
    }

    /** Returns a program of the kernel's packet filter, which compares the number of a system call with each that is denied. */
    private static MemorySegment filter(String names, Arena memory) {
        String[] denied = names.split(",");
        MemorySegment program = memory.allocate(ValueLayout.JAVA_LONG, denied.length + 3);
        program.setAtIndex(ValueLayout.JAVA_LONG, 0, instruction(LOAD_WORD, 0, 0));
        Map<String, Integer> numbers = numbers();
        for (int i = 0; i < denied.length; i++) {
            program.setAtIndex(ValueLayout.JAVA_LONG, i + 1,
                    instruction(JUMP_IF_EQUAL, denied.length - i, numbers.get(denied[i])));
        }
        program.setAtIndex(ValueLayout.JAVA_LONG, denied.length + 1, instruction(RETURN, 0, ALLOW));
        program.setAtIndex(ValueLayout.JAVA_LONG, denied.length + 2, instruction(RETURN, 0, DENY));
        MemorySegment lengthAndAddress = memory.allocate(2 * Long.BYTES, Long.BYTES);
        lengthAndAddress.set(ValueLayout.JAVA_SHORT, 0, (short) (denied.length + 3));
        lengthAndAddress.set(ValueLayout.ADDRESS, Long.BYTES, program);
        return lengthAndAddress;
    }

    /** Both processors are little-endian. */
    private static long instruction(int code, int jump, long operand) {
        return code | (long) jump << 16 | operand << 32;
    }

    private static Map<String, Integer> numbers() {
        String[] names = MANY.split(",");
        int[] all = System.getProperty("os.arch").equals("aarch64") ? AARCH64 : X86_64;
        Map<String, Integer> numbers = new TreeMap<>();
        for (int i = 0; i < names.length; i++) {
            numbers.put(names[i], all[i]);
        }
        return numbers;
    }
}
