package dev.slipstream.agent.counters;

import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;

/**
 * Flight recorder events of a remedy: its counters, and its sites if it has any, once a second while a recording has them enabled.
 * Their types are registered once other code has started the recorder, which is heavy; the agent never starts it. Without the
 * module jdk.jfr all methods do nothing. Thread-safe.
 */
public final class RecordedCounters {
    private final Remedy remedy;
    private final Switch source;

    /** A {@link CounterEvents}, or null. Hazard: with that type here, the verifier would load it, and fail without jdk.jfr. */
    private Object events;

    /** Creates the events of a remedy, without any effect on the recorder. Loads nothing, since it is called at start. */
    public RecordedCounters(Remedy remedy, Switch source) {
        this.remedy = remedy;
        this.source = source;
    }

    /** Registers the event types as soon as a recorder exists. Loads classes of jdk.jfr at once. */
    public synchronized void joinWhenRecording() {
        if (create()) {
            ((CounterEvents) events).listen();
        }
    }

    /** Registers the event types if a recorder exists and they are not registered. Cheap; call it once a second. */
    public synchronized void joinIfRecording() {
        if (create()) {
            ((CounterEvents) events).joinIfRecording();
        }
    }

    private boolean create() {
        if (events == null && ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
            events = new CounterEvents(remedy, source);
        }
        return events != null;
    }

    /** Withdraws the event types for good. */
    public synchronized void leave() {
        if (events != null) {
            ((CounterEvents) events).leave();
        }
    }

    /**
     * The part of {@link RecordedCounters} that refers to classes of jdk.jfr, a module that may be missing. The recorder calls
     * {@link #recorderInitialized} on any thread; the caller serialises all other methods.
     *
     * <p>Hazard. The recorder notifies its listeners while it holds a lock that adding and removing a listener need. So neither is
     * done under this object's monitor, which the notification takes.
     */
    private static final class CounterEvents implements FlightRecorderListener {
        /** All types made so far, by name. The recorder never lets go of a type's class, so the next installation uses it again. */
        private static final Map<String, EventFactory> MADE = new ConcurrentHashMap<>();

        private final Remedy remedy;
        private final Switch source;
        private final List<EventFactory> types = new ArrayList<>();
        private final List<Runnable> hooks = new ArrayList<>();
        private boolean listening;
        private boolean left;

        CounterEvents(Remedy remedy, Switch source) {
            this.remedy = remedy;
            this.source = source;
        }

        /** Joins the recorder, now or when it is initialised. */
        void listen() {
            listening = true;
            FlightRecorder.addListener(this);
        }

        @Override
        public void recorderInitialized(FlightRecorder recorder) {
            join();
        }

        /** Joins the recorder if it is initialised; does nothing if the application's security manager forbids it. */
        synchronized void joinIfRecording() {
            if (FlightRecorder.isInitialized()) {
                join();
            }
        }

        private synchronized void join() {
            if (left || !hooks.isEmpty()) {
                return;
            }
            try {
                add(type(remedy.event(), remedy.label(), "Counters of the remedy since it was installed",
                        remedy.counters().stream().map(CounterEvents::field).toList()), this::emitCounters);
                if (!remedy.sites().isEmpty()) {
                    add(type(remedy.event() + "Site", remedy.label() + " Site", remedy.sites(),
                            List.of(new ValueDescriptor(String.class, "site"), new ValueDescriptor(long.class, "samples"))),
                            this::emitSites);
                }
            } catch (SecurityException forbidden) {
                remove();
            }
        }

        private void add(EventFactory type, Consumer<EventFactory> emit) {
            types.add(type);
            Runnable hook = () -> emit.accept(type);
            FlightRecorder.addPeriodicEvent(type.newEvent().getClass(), hook);
            hooks.add(hook);
        }

        void leave() {
            synchronized (this) {
                left = true;
                remove();
            }
            if (listening) {
                FlightRecorder.removeListener(this);
            }
        }

        private void remove() {
            hooks.forEach(FlightRecorder::removePeriodicEvent);
            hooks.clear();
            types.forEach(EventFactory::unregister);
            types.clear();
        }

        private static EventFactory type(String name, String label, String description, List<ValueDescriptor> fields) {
            EventFactory made = MADE.get(name);
            if (made == null) {
                made = create(name, label, description, fields);
                MADE.put(name, made);
            } else {
                made.register();
            }
            return made;
        }

        private static EventFactory create(String name, String label, String description, List<ValueDescriptor> fields) {
            return EventFactory.create(List.of(
                    new AnnotationElement(Name.class, name),
                    new AnnotationElement(Label.class, label),
                    new AnnotationElement(Description.class, description),
                    new AnnotationElement(Category.class, new String[] {"Slipstream"}),
                    new AnnotationElement(Enabled.class, false),
                    new AnnotationElement(Period.class, "1 s"),
                    new AnnotationElement(StackTrace.class, false)), fields);
        }

        private static ValueDescriptor field(Counter counter) {
            List<AnnotationElement> annotations = new ArrayList<>(List.of(
                    new AnnotationElement(Label.class, counter.label()),
                    new AnnotationElement(Description.class, counter.meaning())));
            switch (counter.unit()) {
                case BYTES -> annotations.add(new AnnotationElement(DataAmount.class, DataAmount.BYTES));
                case MILLISECONDS -> annotations.add(new AnnotationElement(Timespan.class, Timespan.MILLISECONDS));
                default -> {}
            }
            return new ValueDescriptor(long.class, counter.name(), annotations);
        }

        private void emitCounters(EventFactory type) {
            Map<String, Long> values = source.counters();
            Event event = type.newEvent();
            int field = 0;
            for (Counter counter : remedy.counters()) {
                event.set(field++, values.get(counter.name()));
            }
            event.commit();
        }

        private void emitSites(EventFactory type) {
            source.sites().forEach((site, samples) -> {
                Event event = type.newEvent();
                event.set(0, site);
                event.set(1, samples);
                event.commit();
            });
        }
    }
}
