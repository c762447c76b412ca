package dev.slipstream.it.program.buffering;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** Stream that no constructor has seen, as mocks and some serialisers make it. Prints what its methods return or throw. */
public final class Unconstructed {
    private Unconstructed() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field unsafe = type.getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        FileInputStream in = (FileInputStream) type.getMethod("allocateInstance", Class.class)
                .invoke(unsafe.get(null), FileInputStream.class);
        Map<String, Callable<Object>> calls = new TreeMap<>();
        calls.put("available", in::available);
        calls.put("channel", () -> in.getChannel().getClass());
        calls.put("close", () -> {
            in.close();
            return "closed";
        });
        calls.put("descriptor", in::getFD);
        calls.put("read", in::read);
        calls.put("read some", () -> in.read(new byte[2]));
        calls.put("read all", in::readAllBytes);
        calls.put("skip", () -> in.skip(1));
        calls.put("transfer", () -> in.transferTo(new ByteArrayOutputStream()));
        calls.forEach((name, call) -> {
            try {
                System.out.println(name + ": " + call.call());
            } catch (Exception e) {
                System.out.println(name + ": " + e);
            }
        });
    }
}
