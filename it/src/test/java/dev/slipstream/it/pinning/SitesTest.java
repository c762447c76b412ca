package dev.slipstream.it.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Test that the places named are those at which virtual threads pin. */
class SitesTest {
    private static final Pattern SITE = Pattern.compile("([^{},= ]+ \\([^)]+\\))=\\d+");

    private static Set<String> named(Running jvm) throws Exception {
        Set<String> sites = new TreeSet<>();
        String bean = jvm.ask("bean pinning");
        Matcher site = SITE.matcher(bean.substring(bean.indexOf("sites=")));
        while (site.find()) {
            sites.add(site.group(1));
        }
        return sites;
    }

    /** Each thread pins for 5 ms, blocks without pinning, and ends: when the keeper comes to look at a thread, that has moved on. */
    @OnEveryJdk(from = 21, core = "pinning")
    void ofAVirtualThreadPerRequest(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-Djdk.reflect.useNativeAccessorOnly=true").withAgent("quiet")
                .start(Programs.CONSOLE)) {
            Programs.awaitBeans(jvm);
            long start = System.nanoTime();
            assertThat(jvm.ask("call pinning.Requests serve")).isEqualTo("serving");
            int places = jdk.feature() < 24 ? 4 : 1;
            jvm.waitUntil("the sites", () -> named(jvm).size() >= places);
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(20));
            Thread.sleep(2_000);
            String noted = jvm.ask("call pinning.Requests places");
            assertThat(named(jvm).toString()).isEqualTo(noted);
            assertThat(jvm.status().stringPropertyNames()).filteredOn(name -> name.contains(".site."))
                    .as("%s", jvm.status()).hasSize(places)
                    .allSatisfy(name -> assertThat(noted).contains(name.replaceFirst(".*\\.site\\.", "")));
        }
    }
}
