package dev.slipstream.lab.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PresenceSamplesTest {
    private final PresenceSamples share = new PresenceSamples(Set.of("java.lang.Thread.setName"));

    private void addOthers(int samples) {
        for (int i = 0; i < samples; i++) {
            share.add("client", List.of("java.util.HashMap.get", "dev.slipstream.examples.spring.Bank.read"), true);
        }
    }

    @Test
    void boundsTheCostFromAbove() {
        addOthers(998);
        share.add("client", List.of("java.lang.NamingGraft.rename", "java.lang.Thread.setName", "java.lang.Thread.run"), true);
        share.add("client", List.of("java.util.HashMap.get"), false);
        share.add("slipstream-naming", List.of("dev.slipstream.runtime.naming.NamePublisher.publish"), true);
        share.addTime("slipstream-naming", 0.0005);
        share.addTime("client", 0.4995);

        assertThat(share.line()).as("2 + 0.1 %%, at most 6.3 of 1,000 samples").isEqualTo("1000\t2\t0.100\t0.73\tholds");
    }

    @Test
    void tooFewSamplesDecideNothing() {
        addOthers(100);
        share.addTime("client", 0.5);

        assertThat(share.line()).isEqualTo("100\t0\t0.000\t2.97\tundecided");
    }
}
