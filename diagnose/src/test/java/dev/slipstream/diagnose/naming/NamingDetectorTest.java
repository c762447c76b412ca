package dev.slipstream.diagnose.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamingDetectorTest {
    /**
     * A sample stands for 20 ms. In 20 s on 2 processors a trifle gives 0.08 samples, in a minute on 8 processors 0.96. Names took
     * 1.3 % of Cassandra's processor time, and system time together with one sample suggested 15 %.
     */
    @ParameterizedTest
    @CsvSource({"0.15, 1, 0.08, false", "0.15, 2, 0.08, true", "0.15, 2, 0.96, false", "0.15, 3, 0.96, true",
        "0.65, 1, 0.04, true",
        "0.65, 0, 0.04, false", "0.009, 9, 0.08, false"})
    void samplesMustExceedThoseOfATrifle(double share, int samples, double ofTrifle, boolean paid) {
        assertThat(NamingDetector.isPaid(share, samples, ofTrifle)).isEqualTo(paid);
    }
}
