package dev.slipstream.it.common;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Program that runs all tests that are marked as {@link NeedsRights}, and prints what failed, and how many passed. */
public final class FewRights {
    private FewRights() {}

    /** Exit code 1: a test failed or was skipped, or there was none. */
    public static void main(String[] arguments) {
        PostDiscoveryFilter marked = test -> FilterResult.includedIf(isMarked(test));
        LauncherDiscoveryRequest tests = LauncherDiscoveryRequestBuilder.request().selectors(selectPackage("dev.slipstream.it"))
                .filters(marked).build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(tests, listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        System.out.println(summary.getTestsSucceededCount() + " of " + summary.getTestsFoundCount() + " passed");
        System.exit(summary.getTestsFoundCount() > 0 && summary.getTestsSucceededCount() == summary.getTestsFoundCount() ? 0 : 1);
    }

    private static boolean isMarked(TestDescriptor test) {
        if (test.getSource().orElse(null) instanceof MethodSource source) {
            Method method = source.getJavaMethod();
            return method.isAnnotationPresent(NeedsRights.class) || source.getJavaClass().isAnnotationPresent(NeedsRights.class);
        }
        return false;
    }
}
