package dev.slipstream.jmc;

import dev.slipstream.diagnose.Diagnostician;
import dev.slipstream.diagnose.RecordingSettings;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventKind;
import dev.slipstream.diagnose.event.EventThread;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCMethod;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.IMCType;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.LabeledIdentifier;

/**
 * The events of a recording as Mission Control has parsed them. Mission Control renames a few fields. It does not report a thread's
 * id in the operating system; the group of a thread tells whether it is virtual or a carrier.
 */
final class MissionControlEvents {
    private static final String START = "startTime";
    private static final String SETTING_FOR = "settingFor";
    private static final String CARRIERS = "CarrierThreads";
    private static final String VIRTUAL = "VirtualThreads";

    /** The names that the JDK gives fields, and those that Mission Control gives them. */
    private static final Map<String, String> RENAMED = Map.of("sampledThread", "eventThread", "id", SETTING_FOR);

    private final Map<String, Long> kinds = new HashMap<>();

    /** By their ids in Java, or by Mission Control's threads, of which all virtual ones are equal. */
    private final Map<Object, Long> threads = new HashMap<>();

    private MissionControlEvents() {}

    /** Diagnoses a recording. */
    static Diagnosis diagnose(IItemCollection items) {
        return new MissionControlEvents().diagnosis(items);
    }

    private Diagnosis diagnosis(IItemCollection items) {
        List<EventKind> types = new ArrayList<>();
        List<Item> events = new ArrayList<>();
        Set<String> used = RecordingSettings.events();
        for (IItemIterable lane : items) {
            IType<IItem> type = lane.getType();
            Map<String, IMemberAccessor<?, IItem>> fields = new HashMap<>();
            for (IAccessorKey<?> key : type.getAccessorKeys().keySet()) {
                fields.put(key.getIdentifier(), type.getAccessor(key));
            }
            long id = kinds.computeIfAbsent(type.getIdentifier(), name -> (long) kinds.size());
            Set<String> names = new HashSet<>(fields.keySet());
            RENAMED.forEach((original, own) -> {
                if (names.contains(own)) {
                    names.add(original);
                }
            });
            types.add(new EventKind(id, type.getIdentifier(), names));
            if (used.contains(type.getIdentifier())) {
                lane.forEach(item -> events.add(new Item(item, type.getIdentifier(), fields)));
            }
        }
        // The recording has them by the time at which they ended.
        events.sort(Comparator.comparing(Item::end));
        Diagnostician diagnostician = new Diagnostician(new DiagnosedJvm("the recording", null, 0, "", 0));
        diagnostician.metadata(types);
        events.forEach(diagnostician::accept);
        return diagnostician.diagnosis();
    }

    /** An event. */
    private final class Item implements Event {
        private final IItem item;
        private final String type;
        private final Map<String, IMemberAccessor<?, IItem>> fields;

        private Item(IItem item, String type, Map<String, IMemberAccessor<?, IItem>> fields) {
            this.item = item;
            this.type = type;
            this.fields = fields;
        }

        private Object value(String field) {
            IMemberAccessor<?, IItem> accessor = fields.get(RENAMED.getOrDefault(field, field));
            if (accessor == null) {
                throw new IllegalArgumentException(type + " has no field " + field);
            }
            return accessor.getMember(item);
        }

        @Override
        public String type() {
            return type;
        }

        @Override
        public Instant start() {
            return instant(START);
        }

        @Override
        public Instant end() {
            return fields.containsKey("duration") ? start().plus(span("duration")) : start();
        }

        @Override
        public boolean has(String field) {
            return fields.containsKey(RENAMED.getOrDefault(field, field));
        }

        @Override
        public long number(String field) {
            Object value = value(field);
            if (value instanceof LabeledIdentifier of) {
                return kinds.getOrDefault(of.getInterfaceId(), -1L);
            }
            return value instanceof IQuantity quantity ? quantity.longValue() : ((Number) value).longValue();
        }

        @Override
        public double fraction(String field) {
            return ((IQuantity) value(field)).doubleValueIn(UnitLookup.PERCENT_UNITY);
        }

        @Override
        public String text(String field) {
            Object value = value(field);
            return value == null ? null : value.toString();
        }

        @Override
        public Instant instant(String field) {
            long nanos = ((IQuantity) value(field)).clampedLongValueIn(UnitLookup.EPOCH_NS);
            return Instant.ofEpochSecond(0, nanos);
        }

        @Override
        public Duration span(String field) {
            return Duration.ofNanos(((IQuantity) value(field)).clampedLongValueIn(UnitLookup.NANOSECOND));
        }

        @Override
        public String className(String field) {
            return value(field) instanceof IMCType named ? named.getFullName() : null;
        }

        @Override
        public EventThread thread() {
            return has("eventThread") ? thread("eventThread") : null;
        }

        @Override
        public EventThread thread(String field) {
            if (!(value(field) instanceof IMCThread thread)) {
                return null;
            }
            String group = thread.getThreadGroup() == null ? "" : String.valueOf(thread.getThreadGroup().getName());
            long javaId = thread.getThreadId() == null ? 0 : thread.getThreadId();
            long id = threads.computeIfAbsent(javaId > 0 ? javaId : thread, one -> (long) threads.size() + 1);
            return new EventThread(id, thread.getThreadName(), null, javaId, id, group.equals(VIRTUAL), group.equals(CARRIERS));
        }

        @Override
        public List<Frame> stack() {
            if (!has("stackTrace") || !(value("stackTrace") instanceof IMCStackTrace stack)) {
                return List.of();
            }
            List<Frame> frames = new ArrayList<>(stack.getFrames().size());
            for (IMCFrame frame : stack.getFrames()) {
                IMCMethod method = frame.getMethod();
                int line = frame.getFrameLineNumber() == null ? -1 : frame.getFrameLineNumber();
                frames.add(method == null ? new Frame("", "", "", line)
                        : new Frame(method.getType() == null ? "" : method.getType().getFullName(), method.getMethodName(),
                                method.getFormalDescriptor(), line));
            }
            return frames;
        }
    }
}
