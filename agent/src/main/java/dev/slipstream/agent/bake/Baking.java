package dev.slipstream.agent.bake;

import dev.slipstream.agent.engine.EngineEdits;
import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.agent.plan.Grafts;
import dev.slipstream.agent.plan.Needs;
import dev.slipstream.agent.plan.NotKnown;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.agent.rewrite.Rewriter;
import dev.slipstream.runtime.Options;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Content to bake into a JDK: the methods that the agent would rewrite in it, the grafts that they call, and the engine, as resources
 * of its image. Plans and edits are the agent's. A function of the JDK, the jar and the names of the remedies. Not thread-safe.
 */
public final class Baking {
    private static final String JAVA_BASE = "/java.base/";
    private static final String JAVA_MANAGEMENT = "/java.management/";
    private static final String INSTRUMENT = "/java.instrument/module-info.class";
    private static final String CLASS = ".class";
    private static final String ENGINE_FOLDER = "META-INF/slipstream/engine/";
    private static final String INTERNALS = JAVA_BASE + "jdk/internal/misc/";

    /** Resource of java.base that lists the edits of a baked JDK. */
    static final String EDITS = "jdk/internal/misc/slipstream.txt";
    private static final String JMOD_CLASSES = "classes/";
    private static final int JMOD_HEADER_BYTES = 4;
    private static final int OLDEST = 17;
    private static final int MAJOR_VERSION_AT = 7;
    private static final int MAJOR_VERSION_OF_RELEASE_0 = 44;
    private static final String VERSION = "java/lang/VersionProps";
    /** The owner of edits that only a baked JDK has. */
    public static final String JDK_OWNER = "the baked JDK";

    /** Prefixes of classes that the engine needs only with an agent, or not at all. */
    private static final List<String> NOT_IN_THE_IMAGE = List.of("java/", "jdk/", "dev/slipstream/agent/asm/",
            "dev/slipstream/agent/bake/", "dev/slipstream/agent/launch/", "dev/slipstream/agent/rewrite/EditVisitor");

    /** Grafts of a baked JDK only. */
    private static final List<String> STARTER = List.of(Retrofit.BAKED_ENGINE, Retrofit.BAKED_ENGINE + "$Environment",
            Retrofit.BAKED_ENGINE + "$First", Retrofit.BAKED_ENGINE + "$Loader", "jdk/internal/misc/Limits",
            "jdk/internal/misc/Options");

    private final Path home;
    private final String version;

    /** By remedy, in the order of all remedies. */
    private final Map<String, String> outcomes = new LinkedHashMap<>();
    private final List<String> baked = new ArrayList<>();

    /** Names of the grafts that the JVM initialises when it boots. */
    private final List<String> atBoot = new ArrayList<>();
    private final List<Rewritten> rewritten = new ArrayList<>();

    /** Edits of java.base by class and owner. */
    private final SortedMap<String, SortedMap<String, List<MethodEdit>>> edits = new TreeMap<>();

    /** New resources by path. */
    private final SortedMap<String, byte[]> added = new TreeMap<>();

    /** All resources that differ from the JDK's, by path. */
    private final SortedMap<String, byte[]> resources = new TreeMap<>();

    /**
     * A class of the JDK before and after.
     *
     * @param name internal name
     * @param edits the edits by owner
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Rewritten(String name, SortedMap<String, List<MethodEdit>> edits, byte[] before, byte[] after) {}

    private Baking(Path home, String version) {
        this.home = home;
        this.version = version;
    }

    /**
     * Plans a baking, without changing anything.
     *
     * @param home the JDK
     * @param jar the one jar, which has the engine; null for a plan that is not written
     * @param version the version of this build, for {@code java -version}
     * @param asked names of remedies; empty for those that are on by default
     * @throws IllegalArgumentException if the JDK is none, is baked already, or, unless the plan is not written, cannot get a remedy
     *     that was asked for; the message is for the user
     * @throws IOException if the JDK or the jar cannot be read
     */
    public static Baking of(Path home, @Nullable Path jar, String version, Collection<String> asked) throws IOException {
        Baking baking = new Baking(home, version);
        try (JdkImage image = openToRewrite(home)) {
            int release = release(image);
            if (release < OLDEST) {
                throw new IllegalArgumentException(
                        home + " is JDK " + release + ", and Slipstream requires JDK " + OLDEST + " or newer");
            }
            if (image.content(path(Retrofit.BAKED_ENGINE)) != null) {
                throw new IllegalArgumentException(home + " is baked already; bake the JDK that it was made of");
            }
            if (image.content(INSTRUMENT) == null) {
                throw new IllegalArgumentException(home + " lacks the module java.instrument; add it with jlink --add-modules");
            }
            baking.plan(image, asked, jar != null);
            if (jar != null) {
                baking.added.put(INTERNALS + "slipstream.jar", engine(jar));
            }
            baking.resources.putAll(baking.added);
        } catch (NotThere e) {
            throw new IllegalArgumentException(home + " lacks what the engine needs: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return baking;
    }

    /** Returns the feature release, by the version of a class file. */
    private static int release(JdkImage image) {
        byte[] any = read(image, path("java/lang/Object"));
        if (any == null) {
            throw new NotThere("class java/lang/Object");
        }
        return (any[MAJOR_VERSION_AT] & 0xff) - MAJOR_VERSION_OF_RELEASE_0;
    }

    private static Path modules(Path home) {
        return home.resolve("lib/modules");
    }

    /**
     * Opens a JDK's image. No code of that JDK runs.
     *
     * @throws IllegalArgumentException if it has none; the message is for the user
     * @throws IOException if it cannot be read, is damaged, or has an unknown format; the message is for the user
     */
    static JdkImage open(Path home) throws IOException {
        if (!Files.isRegularFile(modules(home))) {
            throw new IllegalArgumentException(home + " is no JDK: it has no lib/modules");
        }
        try {
            return JdkImage.open(modules(home));
        } catch (ClosedByInterruptException stopped) {
            throw stopped;
        } catch (IOException e) {
            throw new IOException(modules(home) + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static JdkImage openToRewrite(Path home) throws IOException {
        try {
            return open(home);
        } catch (ClosedByInterruptException stopped) {
            throw stopped;
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static String path(String className) {
        return JAVA_BASE + className + CLASS;
    }

    static byte @Nullable [] read(JdkImage image, String path) {
        try {
            return image.resource(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void plan(JdkImage image, Collection<String> asked, boolean isWritten) throws IOException {
        Collection<String> unknown = new TreeSet<>(asked);
        ImageClasses view = new ImageClasses(name -> read(image, path(name)));
        for (Retrofit retrofit : Remedies.all()) {
            String remedy = retrofit.remedy().name();
            unknown.remove(remedy);
            if (asked.isEmpty() ? retrofit.remedy().onByDefault() : asked.contains(remedy)) {
                Plan plan = plan(retrofit, view, image);
                outcomes.put(remedy, plan.state() == State.ACTIVE ? "baked" : plan.state().text(plan.reason()));
                if (plan.state() == State.ACTIVE) {
                    add(retrofit, plan);
                } else if (plan.state() == State.DECLINED && !asked.isEmpty() && isWritten) {
                    throw new IllegalArgumentException(remedy + " cannot be baked into " + home + ": " + plan.reason());
                }
            }
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(NotKnown.text(unknown,
                    Remedies.all().stream().map(each -> each.remedy().name()).toList()));
        }
        if (baked.isEmpty()) {
            return;
        }
        addEngine(view);
        for (String name : edits.keySet()) {
            byte[] before = need(image, name);
            byte[] after = Rewriter.rewrite(before, editsOf(name));
            resources.put(path(name), after);
            rewritten.add(new Rewritten(name, edits.get(name), before, after));
        }
        addManagement(image);
    }

    /** Plans, and tries the edits out: a class that differs costs only the remedies that rewrite it. */
    private static Plan plan(Retrofit retrofit, ImageClasses view, JdkImage image) {
        if (retrofit.rewritesLater()) {
            return Plan.declined("it rewrites methods while the JVM runs, which takes the agent");
        }
        try {
            Plan plan = retrofit.plan(view, new Settings(retrofit.remedy(), Options.parse("", List.of())));
            for (Plan.ClassEdit edit : plan.edits()) {
                Rewriter.rewrite(need(image, edit.className()), edit.edits());
            }
            return plan;
        } catch (NotThere e) {
            return Plan.declined(String.valueOf(e.getMessage()));
        }
    }

    private void add(Retrofit retrofit, Plan plan) throws IOException {
        baked.add(retrofit.remedy().name());
        plan.edits().forEach(edit -> add(retrofit.remedy().name(), edit));
        Grafts grafts = retrofit.grafts();
        retrofit.initialiser().ifPresentOrElse(edit -> add(retrofit.remedy().name(), edit),
                () -> atBoot.add(grafts.control().replace('/', '.')));
        for (String helper : grafts.helpers()) {
            added.put(path(helper), own(helper));
        }
        added.put(path(grafts.control()), Rewriter.rewrite(own(grafts.control()), retrofit.whenBaked()));
    }

    private void add(String owner, Plan.ClassEdit edit) {
        edits.computeIfAbsent(edit.className(), none -> new TreeMap<>()).computeIfAbsent(owner, none -> new ArrayList<>())
                .addAll(edit.edits());
    }

    private void addEngine(ImageClasses view) throws IOException {
        add(EngineEdits.OWNER, EngineEdits.ofJavaBase());
        String name = view.constant(VERSION, "java_runtime_name");
        add(JDK_OWNER, new Plan.ClassEdit(VERSION, List.of(
                new MethodEdit.LongerText("print", name, " with Slipstream " + version + " (" + String.join(" ", baked) + ")"))));
        add(JDK_OWNER, new Plan.ClassEdit("java/lang/System", List.of(
                new MethodEdit.CallFirst("initPhase3", "()V", Retrofit.BAKED_ENGINE, "boot"))));
        List<String> parts = new ArrayList<>(STARTER);
        parts.addAll(EngineEdits.GRAFTS.all());
        Needs.check(view, parts, view.has("java/lang/SecurityManager"));
        EngineEdits.needed(view);
        for (String each : parts) {
            added.put(path(each), own(each));
        }
        added.put(path(Retrofit.BAKED_ENGINE), Rewriter.rewrite(own(Retrofit.BAKED_ENGINE), List.of(
                new MethodEdit.LongerText("grafts", " ", String.join(" ", atBoot)),
                new MethodEdit.LongerText("words", " ", Remedies.vocabulary().words()))));
        String graft = EngineEdits.GRAFTS.control();
        added.put(path(graft), Rewriter.rewrite(own(graft), List.of(
                new MethodEdit.CallFirst("idle", "()V", Retrofit.BAKED_ENGINE, "want"),
                new MethodEdit.CallFirst("await", "()V", Retrofit.BAKED_ENGINE, "await"))));
        added.put(JAVA_BASE + EDITS, list().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns the owner and the class of each edit that an engine would make; it does not make these again. */
    private String list() {
        StringBuilder list = new StringBuilder();
        edits.forEach((name, owners) -> owners.keySet().stream().filter(owner -> !owner.equals(JDK_OWNER))
                .forEach(owner -> list.append(owner).append(' ').append(name).append('\n')));
        return list.append(EngineEdits.OWNER).append(' ').append(EngineEdits.ofManagement().className()).append('\n').toString();
    }

    /** A run-time image may lack the module java.management. */
    private void addManagement(JdkImage image) {
        Plan.ClassEdit edit = EngineEdits.ofManagement();
        String path = JAVA_MANAGEMENT + edit.className() + CLASS;
        byte[] before = read(image, path);
        if (before != null) {
            byte[] after = Rewriter.rewrite(before, edit.edits());
            resources.put(path, after);
            rewritten.add(new Rewritten(edit.className(), new TreeMap<>(Map.of(EngineEdits.OWNER, edit.edits())), before, after));
        }
    }

    private List<MethodEdit> editsOf(String name) {
        return Objects.requireNonNull(edits.get(name)).values().stream().flatMap(List::stream).toList();
    }

    private static byte[] need(JdkImage image, String name) {
        byte[] bytes = read(image, path(name));
        if (bytes == null) {
            throw new NotThere("class " + name);
        }
        return bytes;
    }

    private static byte[] own(String name) throws IOException {
        try (InputStream in = Baking.class.getClassLoader().getResourceAsStream(name + CLASS)) {
            if (in == null) {
                throw new IOException("the jar lacks " + name);
            }
            return in.readAllBytes();
        }
    }

    /** Returns the engine's classes as a jar, without compression and times, so that the same classes give the same bytes. */
    private static byte[] engine(Path jar) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipFile in = new ZipFile(jar.toFile()); ZipOutputStream out = new ZipOutputStream(bytes)) {
            List<String> names = new ArrayList<>();
            in.stream().map(ZipEntry::getName).filter(name -> name.startsWith(ENGINE_FOLDER) && !name.endsWith("/"))
                    .map(name -> name.substring(ENGINE_FOLDER.length()))
                    .filter(name -> NOT_IN_THE_IMAGE.stream().noneMatch(name::startsWith)).forEach(names::add);
            Collections.sort(names);
            out.setMethod(ZipOutputStream.STORED);
            for (String name : names) {
                byte[] file = in.getInputStream(in.getEntry(ENGINE_FOLDER + name)).readAllBytes();
                ZipEntry entry = new ZipEntry(name);
                entry.setTime(0);
                CRC32 checksum = new CRC32();
                checksum.update(file);
                entry.setCrc(checksum.getValue());
                entry.setSize(file.length);
                out.putNextEntry(entry);
                out.write(file);
            }
        }
        return bytes.toByteArray();
    }

    /** Returns what became of each remedy: {@code baked}, or why not. */
    public Map<String, String> outcomes() {
        return Collections.unmodifiableMap(outcomes);
    }

    /** Returns the names of the remedies that are baked. */
    public List<String> remedies() {
        return List.copyOf(baked);
    }

    /** Returns the rewritten classes, sorted by name within each module. */
    public List<Rewritten> rewritten() {
        return List.copyOf(rewritten);
    }

    /** Returns the class files of the grafts by internal name. */
    public SortedMap<String, byte[]> grafts() {
        SortedMap<String, byte[]> grafts = new TreeMap<>();
        added.forEach((path, bytes) -> {
            if (path.endsWith(CLASS)) {
                grafts.put(path.substring(JAVA_BASE.length(), path.length() - CLASS.length()), bytes);
            }
        });
        return grafts;
    }

    /** Returns the differing resources of the image by path, such as {@code /java.base/java/lang/Thread.class}. */
    public SortedMap<String, byte[]> resources() {
        return Collections.unmodifiableSortedMap(resources);
    }

    /** Writes the JDK's {@code lib/modules} with these resources. */
    public void writeImage(OutputStream to) throws IOException {
        try (JdkImage image = open(home)) {
            for (Map.Entry<String, byte[]> each : resources.entrySet()) {
                image.put(each.getKey(), each.getValue());
            }
            image.write(to);
        }
    }

    /**
     * Writes a {@code java.base.jmod} with what is new in java.base: {@code jlink} makes images of such files. Classes are rewritten
     * anew, since those in the image may have been processed by jlink's plugins.
     *
     * @throws IllegalArgumentException if the file has two entries of one name, of which each reader may take another
     */
    public void writeJmod(Path from, OutputStream to) throws IOException {
        try (ZipFile in = new ZipFile(from.toFile())) {
            try (InputStream header = Files.newInputStream(from)) {
                to.write(header.readNBytes(JMOD_HEADER_BYTES));
            }
            ZipOutputStream out = new ZipOutputStream(to);
            Set<String> names = new HashSet<>();
            long time = 0;
            for (ZipEntry entry : Collections.list(in.entries())) {
                byte[] content = in.getInputStream(entry).readAllBytes();
                String name = entry.getName();
                if (!names.add(name)) {
                    throw new IllegalArgumentException(from + " has two entries of the name " + name);
                }
                time = entry.getTime();
                if (name.startsWith(JMOD_CLASSES) && name.endsWith(CLASS)) {
                    String className = name.substring(JMOD_CLASSES.length(), name.length() - CLASS.length());
                    content = edits.containsKey(className) ? Rewriter.rewrite(content, editsOf(className)) : content;
                }
                write(out, name, time, content);
            }
            for (Map.Entry<String, byte[]> each : added.entrySet()) {
                write(out, JMOD_CLASSES + each.getKey().substring(JAVA_BASE.length()), time, each.getValue());
            }
            out.finish();
        }
    }

    private static void write(ZipOutputStream out, String name, long time, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(time);
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }

    /** The resources of an image, for a comparison. */
    public static final class Contents implements AutoCloseable {
        private final JdkImage image;

        private Contents(JdkImage image) {
            this.image = image;
        }

        /**
         * Opens a JDK's image.
         *
         * @throws IllegalArgumentException if it has none; the message is for the user
         * @throws IOException if it cannot be read, is damaged, or has an unknown format; the message is for the user
         */
        public static Contents of(Path home) throws IOException {
            return new Contents(open(home));
        }

        /** Returns the paths of all resources, sorted. */
        public List<String> paths() {
            return image.paths();
        }

        /** Returns a resource as it lies in the image, if there is one of this path. */
        public byte @Nullable [] content(String path) throws IOException {
            return image.content(path);
        }

        /** Returns the names of the baked remedies; empty if the JDK is not baked. */
        public List<String> remedies() throws IOException {
            byte[] list = image.content(JAVA_BASE + EDITS);
            List<String> known = Remedies.all().stream().map(each -> each.remedy().name()).toList();
            return list == null ? List.of() : new String(list, StandardCharsets.ISO_8859_1).lines()
                    .map(line -> line.substring(0, line.indexOf(' '))).filter(known::contains).distinct().toList();
        }

        @Override
        public void close() throws IOException {
            image.close();
        }
    }
}
