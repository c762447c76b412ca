package dev.slipstream.it.program.arenas;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Prints behaviour and messages of shared arenas in many situations, which must be the same with and without the agent. */
public final class ArenaTexts {
    private static final int CLOSERS = 4;
    private static final int ROUNDS = 200;
    private static boolean striped;

    private ArenaTexts() {}

    /** With the argument {@code striped}, every session is striped. */
    public static void main(String[] args) throws Exception {
        striped = args.length > 0 && args[0].equals("striped");
        counts();
        closers();
        cleanup();
        buffers();
        asynchronous();
        say("auto", () -> {
            AutoCloseable auto = Sessions.arena("ofAuto");
            Sessions.acquire(Sessions.sessionOf(auto));
            auto.close();
        });
        say("global", () -> Sessions.arena("global").close());
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void say(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": ok");
        } catch (Exception e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            System.out.println(what + ": " + cause.getClass().getName() + " " + cause.getMessage());
        }
    }

    private static Object prepared(Object session) {
        if (striped) {
            Sessions.stripe(session);
        }
        return session;
    }

    private static AutoCloseable prepared(AutoCloseable arena) {
        prepared(Sessions.sessionOf(arena));
        return arena;
    }

    private static void counts() throws Exception {
        Object session = Sessions.shared();
        Sessions.acquire(session);
        prepared(session);
        for (int i = 0; i < 3; i++) {
            Sessions.acquire(session);
        }
        say("close with 4", () -> Sessions.close(session));
        for (int i = 0; i < 2; i++) {
            onThread(() -> Sessions.release(session));
        }
        say("close with 2", () -> Sessions.close(session));
        Sessions.release(session);
        onThread(() -> Sessions.acquire(session));
        Sessions.release(session);
        say("close with 1", () -> Sessions.close(session));
        System.out.println("alive " + Sessions.isAlive(session));
        Sessions.release(session);
        say("close", () -> Sessions.close(session));
        System.out.println("alive " + Sessions.isAlive(session));
        say("close again", () -> Sessions.close(session));
        say("acquire", () -> Sessions.acquire(session));
        say("release", () -> Sessions.release(session));
    }

    private static void onThread(Runnable action) throws InterruptedException {
        Thread thread = new Thread(action);
        thread.start();
        thread.join();
    }

    /** Several threads close one session; exactly one must succeed. */
    private static void closers() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        for (int round = 0; round < ROUNDS; round++) {
            Object session = prepared(Sessions.shared());
            List<Thread> closers = new ArrayList<>();
            for (int i = 0; i < CLOSERS; i++) {
                closers.add(new Thread(() -> {
                    try {
                        Sessions.close(session);
                        closed.incrementAndGet();
                    } catch (IllegalStateException e) {
                        told.addAndGet("Already closed".equals(e.getMessage()) ? 1 : 1_000);
                    }
                }));
            }
            closers.forEach(Thread::start);
            for (Thread closer : closers) {
                closer.join();
            }
        }
        System.out.println("closed " + closed + " told " + told);
    }

    private static void cleanup() throws Exception {
        AutoCloseable arena = prepared(Sessions.arena("ofShared"));
        AtomicInteger cleaned = new AtomicInteger();
        Consumer<Object> cleanup = segment -> cleaned.incrementAndGet();
        Object segment = Sessions.allocate(arena, 64);
        Sessions.call(Sessions.method("MemorySegment", "reinterpret", long.class, Sessions.foreign("Arena"), Consumer.class),
                segment, 64L, arena, cleanup);
        System.out.println("cleaned " + cleaned);
        say("close", arena::close);
        System.out.println("cleaned " + cleaned);
        say("close again", arena::close);
        say("allocate", () -> Sessions.allocate(arena, 8));
        say("fill", () -> Sessions.call(Sessions.method("MemorySegment", "fill", byte.class), segment, (byte) 1));
        System.out.println("cleaned " + cleaned);
    }

    private static void buffers() throws Exception {
        Path file = Files.createTempFile("slipstream", ".bin");
        AutoCloseable arena = prepared(Sessions.arena("ofShared"));
        ByteBuffer buffer = Sessions.buffer(Sessions.allocate(arena, 64));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            System.out.println("written " + channel.write(buffer) + " read " + channel.read(buffer.clear(), 0));
            say("close", arena::close);
            say("write", () -> channel.write(buffer.clear()));
        } finally {
            Files.delete(file);
        }
    }

    /** This thread acquires the session; a thread of the channel releases it. */
    private static void asynchronous() throws Exception {
        AutoCloseable arena = prepared(Sessions.arena("ofShared"));
        ByteBuffer buffer = Sessions.buffer(Sessions.allocate(arena, 1));
        try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                AsynchronousSocketChannel client = AsynchronousSocketChannel.open()) {
            Future<AsynchronousSocketChannel> accepted = server.accept();
            client.connect(server.getLocalAddress()).get();
            try (AsynchronousSocketChannel other = accepted.get()) {
                Future<Integer> read = client.read(buffer);
                say("close while reading", arena::close);
                other.write(ByteBuffer.allocate(1)).get();
                System.out.println("read " + read.get());
                say("close after reading", arena::close);
            }
        }
    }
}
