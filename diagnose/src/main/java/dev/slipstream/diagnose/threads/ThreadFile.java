package dev.slipstream.diagnose.threads;

import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The threads in a file of {@code jcmd PID Thread.dump_to_file -format=json}, virtual ones as well. JDK 21 tells a thread's number,
 * name and stack only; JDK 25 and later tell its state and its monitors, too.
 *
 * @param threads the threads in the order of the file
 */
public record ThreadFile(List<FileThread> threads) {
    /** Bounds the memory that a file takes. */
    private static final int MOST_THREADS = 200_000;

    /** Copies the list. */
    public ThreadFile {
        threads = List.copyOf(threads);
    }

    /**
     * A thread, platform or virtual.
     *
     * @param id its number in Java
     * @param name its name; empty if it has none
     * @param state its state, such as {@code WAITING}; empty before JDK 25
     * @param stack its stack, the top frame first; empty for a virtual thread that has not started to run
     * @param enters the monitor that it enters, as class and identity hash; empty if none or unknown
     * @param waits the object that it waits for in {@code Object.wait}, or its blocker if it is parked; empty if none or unknown
     * @param owns the monitors that it owns; empty before JDK 25
     */
    public record FileThread(long id, String name, String state, List<StackFrame> stack, String enters, String waits,
            List<String> owns) {
        /** Copies the lists. */
        public FileThread {
            stack = List.copyOf(stack);
            owns = List.copyOf(owns);
        }
    }

    /**
     * Parses a file.
     *
     * @param in the file, whose content is not trusted
     * @return its threads
     * @throws IOException if it cannot be read, is no such file, or is too large
     */
    public static ThreadFile parse(Reader in) throws IOException {
        try (JsonReader json = new JsonReader(in)) {
            return new ThreadFile(new Parser(json).threads());
        } catch (IllegalStateException | NumberFormatException | JsonParseException notUnderstood) {
            throw new IOException("a thread dump of an unknown format", notUnderstood);
        }
    }

    private static final class Parser {
        private final JsonReader json;
        private final List<FileThread> threads = new ArrayList<>();

        /** Most threads have the stacks of others: equal frames are one object. */
        private final Map<String, StackFrame> frames = new HashMap<>();

        Parser(JsonReader json) {
            this.json = json;
        }

        List<FileThread> threads() throws IOException {
            object(dump -> {
                if (dump.equals("threadDump")) {
                    object(field -> {
                        if (field.equals("threadContainers")) {
                            array(() -> object(this::container));
                        } else {
                            json.skipValue();
                        }
                    });
                } else {
                    json.skipValue();
                }
            });
            return threads;
        }

        private void container(String field) throws IOException {
            if (field.equals("threads")) {
                array(() -> {
                    if (threads.size() == MOST_THREADS) {
                        throw new IOException("a thread dump of more than " + MOST_THREADS + " threads");
                    }
                    ThreadOfFile thread = new ThreadOfFile();
                    object(thread::field);
                    threads.add(thread.done());
                });
            } else {
                json.skipValue();
            }
        }

        private final class ThreadOfFile {
            private final List<StackFrame> stack = new ArrayList<>();
            private final List<String> owns = new ArrayList<>();
            private long id;
            private String name = "";
            private String state = "";
            private String enters = "";
            private String waits = "";

            FileThread done() {
                return new FileThread(id, name, state, stack, enters, waits, owns);
            }

            void field(String field) throws IOException {
                switch (field) {
                    case "tid" -> id = Long.parseLong(text());
                    case "name" -> name = text();
                    case "state" -> state = text();
                    case "blockedOn" -> enters = text();
                    case "waitingOn" -> waits = text();
                    case "parkBlocker" -> object(part -> {
                        if (part.equals("object")) {
                            waits = text();
                        } else {
                            json.skipValue();
                        }
                    });
                    case "stack" -> array(() -> frame(text()));
                    case "monitorsOwned" -> array(() -> object(part -> {
                        if (part.equals("locks")) {
                            array(() -> owns.add(text()));
                        } else {
                            json.skipValue();
                        }
                    }));
                    default -> json.skipValue();
                }
            }

            private void frame(String text) {
                StackFrame frame = frames.computeIfAbsent(text, StackFrame::parse);
                if (frame != null) {
                    stack.add(frame);
                }
            }
        }

        private String text() throws IOException {
            if (json.peek() == JsonToken.NULL) {
                json.nextNull();
                return "";
            }
            return json.nextString();
        }

        private void object(Field reader) throws IOException {
            json.beginObject();
            while (json.hasNext()) {
                reader.read(json.nextName());
            }
            json.endObject();
        }

        private void array(Element reader) throws IOException {
            json.beginArray();
            while (json.hasNext()) {
                reader.read();
            }
            json.endArray();
        }
    }

    @FunctionalInterface
    private interface Field {
        void read(String name) throws IOException;
    }

    @FunctionalInterface
    private interface Element {
        void read() throws IOException;
    }
}
