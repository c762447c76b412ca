package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Denied;
import dev.slipstream.it.common.FewRights;
import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Rights;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test that the tests hold on a machine that refuses what some of them need. Those are marked as {@link NeedsRights}. */
@Tag("long")
class FewRightsTest {
    /** The capabilities of a container's root by default. */
    private static final String CAPABILITIES =
            "-all,+chown,+dac_override,+fsetid,+fowner,+mknod,+net_raw,+setgid,+setuid,+setfcap,"
                    + "+setpcap,+net_bind_service,+sys_chroot,+kill,+audit_write";

    private static final String SYSTEM_CALLS = "unshare,setns,mount,umount2,perf_event_open";
    private static final long PATIENCE_SECONDS = 1_800;

    @Test
    void asInAContainer() throws Exception {
        List<String> command = new ArrayList<>();
        if (Rights.areRoots()) {
            command.addAll(List.of("setpriv", "--bounding-set=" + CAPABILITIES, "--inh-caps=-all"));
        }
        command.addAll(List.of(Denied.calls(SYSTEM_CALLS)));
        command.add(TestJdk.current().java().toString());
        System.getProperties().stringPropertyNames().stream().filter(name -> name.startsWith("slipstream."))
                .map(name -> "-D" + name + "=" + System.getProperty(name)).forEach(command::add);
        command.addAll(
                List.of("-Dslipstream.tier=short", "-cp", System.getProperty("java.class.path"), FewRights.class.getName()));
        Running tests = Running.start(new ProcessBuilder(command));
        tests.endsWithin(PATIENCE_SECONDS);
        Ended ended = tests.end();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out().lines()).as("%s", ended).contains("refused here: unshare: unshare failed: Operation not permitted",
                "refused here: processes of other users");
    }
}
