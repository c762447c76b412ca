package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.program.Works;

/** Nothing that our threads meet in an application ends or spins them. */
class OurThreadsTest {
    private static final String CONSOLE = "dev.slipstream.it.program.Console";

    private static Jvm jvm(Jdk jdk) {
        return Jvm.on(jdk).with(Works.JVM_OPTIONS.toArray(String[]::new));
    }

    @OnEveryJdk(core = "threads")
    void theyAreInterrupted(Jdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent(Works.OPTIONS).start(CONSOLE)) {
            assertThat(jvm.ask("call Works all")).isEqualTo(CompanyTest.all(jdk));
            assertThat(jvm.ask("call OurThreads inOtherGroups")).isEqualTo("[]");
            assertThat(jvm.ask("call OurThreads interrupt")).isEqualTo("calm");
            assertThat(jvm.ask("call Works all")).as("%s", jvm.err()).isEqualTo(CompanyTest.all(jdk));
            assertThat(jvm.err()).doesNotContain("undone", "lost");
        }
    }

    @OnEveryJdk(to = 21)
    void theRecorderIsForbidden(Jdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).with("-Djava.security.manager=allow", "-XX:StartFlightRecording", "-Xlog:jfr*=off")
                .withAgent(Works.OPTIONS).start(CONSOLE)) {
            assertThat(jvm.ask("call OurThreads refuseEvents")).isEqualTo("refused");
            assertThat(jvm.ask("call Works all")).isEqualTo(CompanyTest.all(jdk));
            Thread.sleep(2_500);
            assertThat(jvm.ask("call Works all")).as("%s", jvm.err()).isEqualTo(CompanyTest.all(jdk));
            assertThat(jvm.ask("threads")).contains("slipstream-naming");
        }
    }
}
