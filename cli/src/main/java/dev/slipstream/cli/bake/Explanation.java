package dev.slipstream.cli.bake;

import dev.slipstream.agent.bake.Baking;
import dev.slipstream.agent.engine.EngineEdits;
import dev.slipstream.agent.rewrite.MethodEdit;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Folders;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/**
 * Text that shows what is rewritten: a screen that names each method, its remedy and what is called, or all of it as bytecode, which is
 * {@code javap}'s.
 */
public final class Explanation {
    private static final Pattern NAME = Pattern.compile("([\\w$]+)\\(");
    private static final Pattern DESCRIPTOR = Pattern.compile("descriptor: (\\S+)");
    private static final int MAJOR_VERSION = 6;
    private static final int SHOWN_MAJOR = 61;
    private static final String STATIC_INITIALISER = "static {}";

    private Explanation() {}

    /**
     * Returns the methods that are rewritten, by remedy, with what is called.
     *
     * @return lines
     */
    public static String brief(Baking baking) {
        Map<String, List<String>> byOwner = new LinkedHashMap<>();
        baking.remedies().forEach(remedy -> byOwner.put(remedy, new ArrayList<>()));
        Map<String, String> others = Map.of(EngineEdits.OWNER, "for status and MXBeans, with any remedy", Baking.JDK_OWNER,
                "only where remedies are baked into a JDK");
        int methods = 0;
        for (Baking.Rewritten each : baking.rewritten()) {
            for (Map.Entry<String, List<MethodEdit>> edits : each.edits().entrySet()) {
                String owner =
                        others.containsKey(edits.getKey()) ? edits.getKey() + ", " + others.get(edits.getKey()) : edits.getKey();
                for (MethodEdit edit : edits.getValue()) {
                    byOwner.computeIfAbsent(owner, none -> new ArrayList<>())
                            .addAll(List.of("  " + each.name().replace('/', '.') + "." + where(edit), "    " + java(edit)));
                    methods++;
                }
            }
        }
        StringBuilder text =
                new StringBuilder(methods + " changes of methods, " + baking.grafts().size() + " classes added to java.base\n");
        byOwner.forEach(
                (owner, lines) -> text.append('\n').append(owner).append('\n').append(String.join("\n", lines)).append('\n'));
        return text.toString();
    }

    /** Returns the method of an edit, such as {@code setName(String)}. */
    private static String where(MethodEdit edit) {
        if (edit instanceof MethodEdit.InOneMethod one) {
            return one.method() + MethodTypeDesc.ofDescriptor(one.descriptor()).displayDescriptor().replaceFirst("\\).*", ")");
        }
        return edit.what();
    }

    /** Prints everything. */
    public static void print(Baking baking, PrintStream to) throws IOException, InterruptedException {
        for (Baking.Rewritten each : baking.rewritten()) {
            Map<String, String> before = methods(each.name(), each.before());
            Map<String, String> after = methods(each.name(), each.after());
            for (Map.Entry<String, String> method : after.entrySet()) {
                if (!method.getValue().equals(before.get(method.getKey()))) {
                    print(each, method.getKey(), before.get(method.getKey()), method.getValue(), to);
                }
            }
        }
        for (Map.Entry<String, byte[]> graft : baking.grafts().entrySet()) {
            to.println("== graft " + graft.getKey().replace('/', '.'));
            to.println(javap(graft.getKey(), graft.getValue(), "-constants"));
        }
    }

    private static void print(Baking.Rewritten rewritten, String method, String before, String after, PrintStream to) {
        to.println("== " + rewritten.name().replace('/', '.') + "." + method);
        String name = method.substring(0, method.indexOf('('));
        rewritten.edits().forEach((owner, edits) -> edits.forEach(edit -> {
            if (edit.matches(name, method.substring(name.length()))) {
                to.println("-- for " + owner + ": " + java(edit));
            }
        }));
        to.println("-- before");
        to.println(before);
        to.println("-- after");
        to.println(after);
        to.println();
    }

    /** Returns the Java that an edit stands for. */
    static String java(MethodEdit edit) {
        if (edit instanceof MethodEdit.CallFirst first) {
            return call(first.graft(), first.call(), "") + "; then the JDK's own body";
        }
        if (edit instanceof MethodEdit.TellFirst tell) {
            return call(tell.graft(), tell.call(), "this") + "; then the JDK's own body";
        }
        if (edit instanceof MethodEdit.AnswerFirst answer) {
            return "int answer = " + call(answer.graft(), answer.call(), "this, arguments")
                    + "; if (answer >= 0) return answer; then the JDK's own body";
        }
        if (edit instanceof MethodEdit.CallLast last) {
            return "the JDK's own body, then " + call(last.graft(), last.call(), "this") + ";";
        }
        if (edit instanceof MethodEdit.ReturnIfDone done) {
            return "if (" + call(done.graft(), done.call(), "this, arguments") + ") return; then the JDK's own body";
        }
        if (edit instanceof MethodEdit.CallAround around) {
            return "long token = " + call(around.graft(), around.before(), "arguments")
                    + "; if (token < 0) return; try { the JDK's own body } finally { "
                    + call(around.graft(), around.after(), "token")
                    + "; }";
        }
        if (edit instanceof MethodEdit.CallForConstantAfter constant) {
            return call(constant.graft(), constant.call(), "") + " in place of " + constant.from();
        }
        if (edit instanceof MethodEdit.CallForConstant constant) {
            return call(constant.graft(), constant.call(), "") + " in place of " + constant.from();
        }
        if (edit instanceof MethodEdit.OnlyConstant constant) {
            return constant.to() + " in place of " + constant.from();
        }
        if (edit instanceof MethodEdit.OtherCall other) {
            return call(other.graft(), other.call(), "the same operands") + " in place of " + other.owner().replace('/', '.')
                    + "."
                    + other.called();
        }
        if (edit instanceof MethodEdit.LongerText text) {
            return "\"" + text.from() + text.suffix() + "\" in place of \"" + text.from() + "\"";
        }
        return "the annotation @ForceInline";
    }

    private static String call(String graft, String method, String arguments) {
        return graft.substring(graft.lastIndexOf('/') + 1) + "." + method + "(" + arguments + ")";
    }

    /** Returns the bytecode of each method, by name and descriptor. */
    private static Map<String, String> methods(String className, byte[] classFile) throws IOException, InterruptedException {
        Map<String, String> methods = new LinkedHashMap<>();
        String simple = className.substring(className.lastIndexOf('/') + 1);
        for (String block : javap(className, classFile, "-s").split("\\R\\R|\\R(?=  \\S)")) {
            Matcher descriptor = DESCRIPTOR.matcher(block);
            if (descriptor.find() && descriptor.group(1).startsWith("(")) {
                String head = block.strip().lines().findFirst().orElseThrow();
                Matcher name = NAME.matcher(head);
                String method = head.startsWith(STATIC_INITIALISER) ? "<clinit>" : name.find() ? name.group(1) : head;
                boolean isConstructor = head.contains("." + simple.replace('$', '.') + "(") || method.equals(simple);
                // Indices of the constant pool differ in any case.
                methods.put((isConstructor ? "<init>" : method) + descriptor.group(1),
                        block.replaceAll("#\\d+(,\\s+\\d+)?\\s+(?=//)", "").stripTrailing());
            }
        }
        return methods;
    }

    private static String javap(String className, byte[] classFile, String option) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Path folder = temporary(() -> Files.createTempDirectory("slipstream"));
        try {
            byte[] copy = classFile.clone();
            // Shown as of a version that every javap reads; this JDK may be older than the one explained.
            copy[MAJOR_VERSION] = 0;
            copy[MAJOR_VERSION + 1] = SHOWN_MAJOR;
            Path file = folder.resolve(className.substring(className.lastIndexOf('/') + 1) + ".class");
            temporary(() -> Files.write(file, copy));
            StringWriter text = new StringWriter();
            ToolProvider javap = ToolProvider.findFirst("javap")
                    .orElseThrow(() -> new IOException("this JDK has no javap; run the command with a full JDK"));
            PrintWriter out = new PrintWriter(text, true);
            if (javap.run(out, out, "-p", "-c", option, file.toString()) != 0) {
                throw new IOException("javap failed: " + text.toString().lines().findFirst().orElse(""));
            }
            return text.toString();
        } finally {
            Folders.delete(folder);
        }
    }

    /** Writes to the temporary folder. */
    @FunctionalInterface
    private interface Writing {
        Path run() throws IOException;
    }

    private static Path temporary(Writing writing) throws IOException {
        try {
            return writing.run();
        } catch (IOException e) {
            throw new IOException("the temporary folder " + System.getProperty("java.io.tmpdir") + " cannot be used: "
                    + Failure.describe(e), e);
        }
    }
}
