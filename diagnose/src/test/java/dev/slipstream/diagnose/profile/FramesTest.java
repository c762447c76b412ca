package dev.slipstream.diagnose.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FramesTest {
    /** A lambda's class has a name of its own on each JDK, in the recorder and in a dump, and is in no source file. */
    @ParameterizedTest
    @CsvSource({"org.example.Shop, false", "org.example.Shop$Job, false", "java.lang.Thread, true",
        "jdk.internal.misc.Unsafe, true",
        "org.example.Shop$$Lambda$9+0x00007f31e8001440.1349393271, true",
        "org.example.Shop$$Lambda+0x00000008000c0440.895947612, true",
        "org.example.Shop$$Lambda.0x000000001a0c0000, true", "org.example.Shop$$Lambda/0x000000001a0c0000, true",
        "org.example.javax.Shop, false", "'', true"})
    void knowsTheJdksClasses(String type, boolean ofJdk) {
        assertThat(Frames.isOfJdk(type)).isEqualTo(ofJdk);
    }
}
