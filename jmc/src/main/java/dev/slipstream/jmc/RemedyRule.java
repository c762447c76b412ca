package dev.slipstream.jmc;

import com.google.auto.service.AutoService;
import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Site;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.common.util.IPreferenceValueProvider;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.IResult;
import org.openjdk.jmc.flightrecorder.rules.IResultValueProvider;
import org.openjdk.jmc.flightrecorder.rules.IRule;
import org.openjdk.jmc.flightrecorder.rules.ResultBuilder;
import org.openjdk.jmc.flightrecorder.rules.Severity;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;
import org.openjdk.jmc.flightrecorder.rules.util.JfrRuleTopics;
import org.openjdk.jmc.flightrecorder.rules.util.RulesToolkit.EventAvailability;

/**
 * Mission Control's rule for one remedy: a warning if its cost is paid, with the places in the application. All rules share one
 * diagnosis of a recording. A service loader finds the rules, so each is a
 * class, and the build lists them.
 */
public abstract class RemedyRule implements IRule {
    private static final Map<IItemCollection, Diagnosis> DIAGNOSES = new WeakHashMap<>();
    private static final int SHOWN = 3;

    private final String remedy;
    private final String name;
    private final String topic;

    private RemedyRule(String remedy, String name, String topic) {
        this.remedy = remedy;
        this.name = name;
        this.topic = topic;
    }

    @Override
    public String getId() {
        return "dev.slipstream." + remedy;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getTopic() {
        return topic;
    }

    /** Returns none: a finding says itself which events it lacks. */
    @Override
    public Map<String, EventAvailability> getRequiredEvents() {
        return Map.of();
    }

    @Override
    public Collection<TypedPreference<?>> getConfigurationAttributes() {
        return List.of();
    }

    @Override
    public Collection<TypedResult<?>> getResults() {
        return List.of(TypedResult.SCORE);
    }

    @Override
    public RunnableFuture<IResult> createEvaluation(IItemCollection items, IPreferenceValueProvider preferences,
            IResultValueProvider results) {
        return new FutureTask<>(() -> result(diagnosis(items), preferences));
    }

    /** The rules of one recording are evaluated by several threads. */
    private static Diagnosis diagnosis(IItemCollection items) {
        synchronized (DIAGNOSES) {
            return DIAGNOSES.computeIfAbsent(items, MissionControlEvents::diagnose);
        }
    }

    private IResult result(Diagnosis diagnosis, IPreferenceValueProvider preferences) {
        Finding finding = diagnosis.findings().stream().filter(each -> each.remedy().equals(remedy)).findFirst().orElseThrow();
        Severity severity = switch (finding.verdict()) {
            case PAID -> Severity.WARNING;
            case NOT_PAID -> Severity.OK;
            case UNKNOWN -> Severity.NA;
            case NOT_HERE -> Severity.IGNORE;
        };
        Share share = finding.share();
        double score = severity != Severity.WARNING || share == null ? 0
                : severity.getLimit() + (100 - severity.getLimit()) * share.value();
        return ResultBuilder.createFor(this, preferences).setSeverity(severity).setSummary(summary(finding))
                .setExplanation(explanation(diagnosis, finding)).setSolution(solution(finding))
                .addResult(TypedResult.SCORE, UnitLookup.NUMBER_UNITY.quantity(score)).build();
    }

    private static String summary(Finding finding) {
        return switch (finding.verdict()) {
            case PAID -> finding.much() + ".";
            case NOT_PAID ->
                "The application does not pay this cost" + (finding.share() == null ? "." : ": " + finding.much() + ".");
            case UNKNOWN, NOT_HERE ->
                (finding.share() == null ? "" : finding.much() + ": ") + String.join(" ", finding.caveats());
        };
    }

    private static String explanation(Diagnosis diagnosis, Finding finding) {
        StringBuilder text = new StringBuilder();
        for (Amount amount : finding.amounts()) {
            text.append(amount.what()).append(": ").append(String.format(Locale.ROOT, "%.3g", amount.value()))
                    .append(amount.unit().isEmpty() ? "" : " " + amount.unit()).append('\n');
        }
        for (Site site : finding.sites().subList(0, Math.min(SHOWN, finding.sites().size()))) {
            text.append(Detector.percent(site.part())).append(" in ").append(site.method())
                    .append(site.line() < 0 ? "" : ":" + site.line())
                    .append(site.detail().isEmpty() ? "" : ", " + site.detail()).append('\n');
        }
        finding.caveats().forEach(caveat -> text.append(caveat).append('\n'));
        diagnosis.caveats().forEach(caveat -> text.append(caveat).append('\n'));
        return text.toString().strip();
    }

    private static String solution(Finding finding) {
        if (finding.verdict() != Finding.Verdict.PAID) {
            return "";
        }
        return "java -javaagent:slipstream.jar=" + finding.remedy() + " removes it. " + finding.risk() + "\n"
                + String.join("\n", finding.saving());
    }

    /** Threads that use one shared arena. */
    @AutoService(IRule.class)
    public static final class Arenas extends RemedyRule {
        /** Creates the rule. */
        public Arenas() {
            super("arenas", "Contention for a shared arena's user count", JfrRuleTopics.METHOD_PROFILING);
        }
    }

    /** Files that are read in small pieces. */
    @AutoService(IRule.class)
    public static final class Buffering extends RemedyRule {
        /** Creates the rule. */
        public Buffering() {
            super("buffering", "File access in small pieces", JfrRuleTopics.FILE_IO);
        }
    }

    /** Threads that rename themselves. */
    @AutoService(IRule.class)
    public static final class Naming extends RemedyRule {
        /** Creates the rule. */
        public Naming() {
            super("naming", "Threads that rename themselves", JfrRuleTopics.THREADS);
        }
    }

    /** Virtual threads that are pinned. */
    @AutoService(IRule.class)
    public static final class Pinning extends RemedyRule {
        /** Creates the rule. */
        public Pinning() {
            super("pinning", "Pinned virtual threads", JfrRuleTopics.THREADS);
        }
    }

    /** Threads whose priority never reaches the operating system. */
    @AutoService(IRule.class)
    public static final class Priority extends RemedyRule {
        /** Creates the rule. */
        public Priority() {
            super("priority", "Thread priorities that have no effect", JfrRuleTopics.THREADS);
        }
    }

    /** Builders that outgrow their arrays. */
    @AutoService(IRule.class)
    public static final class Text extends RemedyRule {
        /** Creates the rule. */
        public Text() {
            super("text", "Text that outgrows its builder", JfrRuleTopics.HEAP);
        }
    }
}
