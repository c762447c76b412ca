package dev.slipstream.runtime.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Test that names are encoded as the JDK does it, to the byte. */
class NativeNamesTest {
    static Stream<String> names() {
        String emoji = "\uD83D\uDE00";
        return Stream.of("", "a", "fifteen-letters", "sixteen--letters", "ReadStage-12-of-a-long-name",
                "x".repeat(10_000) + "end",
                "h\u00e9llo", "gr\u00fc\u00df-\u00e4\u00f6\u00fc\u00e9\u00e8\u00ea", "\u00ff".repeat(10_000),
                "\u7ebf\u7a0b", "\u7ebf\u7a0b\u6c60\u5de5\u4f5c", "\u7ebf\u7a0b\u6c60\u5de5\u4f5c\u7ebf\u7a0b\u540d\u79f0",
                emoji, "task " + emoji, emoji.repeat(8), "a" + emoji.repeat(10_000),
                "\uD83D", "\uDE00\uD83D", "cut here ----\uD83D\uDE00",
                "a\0b", "\0", "\0".repeat(20), "before\0after\0and more", "new\nline\n", "\u0001\u007f\u0080\u07ff\u0800\uffff");
    }

    @ParameterizedTest
    @MethodSource("names")
    void asTheJdk(String name) throws Exception {
        assertAsTheJdk(name);
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void asEveryJdk(TestJdk jdk) throws Exception {
        String form = jdk.feature() < 26 ? "FIRST_15" : "MIDDLE";
        assertThat(ForkedJvm.ofModule(jdk, "runtime").output(StockProgram.class)).isEqualToIgnoringNewLines(form);
    }

    private static void assertAsTheJdk(String name) throws Exception {
        byte[] shown = OnThread.call(() -> {
            Thread.currentThread().setName(name);
            return Comm.OF_LINUX.read();
        });
        assertThat(NativeNames.ofThisJdk().bytes(name)).as("%s", HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_16)))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', ''",
        "fifteen-letters, fifteen-letters, fifteen-letters",
        "sixteen--letters, sixteen--letter, sixteen..etters",
        "ReadStage-12-of-a-long-name, ReadStage-12-of, ReadSta..g-name",
    })
    void shortens(String name, String first, String middle) {
        assertThat(NativeNames.FIRST_15.bytes(name)).asString(StandardCharsets.US_ASCII).isEqualTo(first);
        assertThat(NativeNames.MIDDLE.bytes(name)).asString(StandardCharsets.US_ASCII).isEqualTo(middle);
    }

    /** The JDK encodes the whole name first, and then cuts its bytes. */
    @Test
    void cutsBytesNotCharacters() {
        String cjk = "\u7ebf\u7a0b\u6c60\u5de5\u4f5c\u7ebf";
        byte[] whole = cjk.getBytes(StandardCharsets.UTF_8);
        assertThat(whole).hasSize(18);
        byte[] middle = NativeNames.MIDDLE.bytes(cjk);
        assertThat(middle).hasSize(15).startsWith(whole[0], whole[1], whole[2], whole[3], whole[4], whole[5], whole[6], '.', '.')
                .endsWith(whole[12], whole[13], whole[14], whole[15], whole[16], whole[17]);
        String mixed = "ab" + cjk;
        byte[] bytes = mixed.getBytes(StandardCharsets.UTF_8);
        assertThat(NativeNames.FIRST_15.bytes(mixed)).containsExactly(Arrays.copyOf(bytes, 15));
        assertThat(NativeNames.MIDDLE.bytes("\0".repeat(8))).inHexadecimal().containsExactly(
                0xc0, 0x80, 0xc0, 0x80, 0xc0, 0x80, 0xc0, '.', '.', 0xc0, 0x80, 0xc0, 0x80, 0xc0, 0x80);
    }

    @Test
    void clearsTheRestOfTheArray() {
        for (NativeNames form : NativeNames.values()) {
            byte[] room = new byte[NativeNames.SIZE];
            assertThat(form.encode("a name that is too long", room)).isEqualTo(15);
            assertThat(form.encode("ab", room)).isEqualTo(2);
            assertThat(room).containsExactly('a', 'b', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }
    }

    /** Program that compares what this JDK shows of many names with the results of {@link NativeNames}. */
    static final class StockProgram {
        private static final int NAMES = 5_000;
        private static final int[] LIMITS = {0x80, 0x100, 0x800, 0x10000};

        private StockProgram() {}

        public static void main(String[] args) throws Exception {
            OnThread.call(() -> {
                List<String> names = names().toList();
                for (String name : names) {
                    compare(name);
                }
                Random random = new Random(42);
                for (int i = 0; i < NAMES; i++) {
                    StringBuilder name = new StringBuilder();
                    for (int length = random.nextInt(20); length > 0; length--) {
                        name.append((char) random.nextInt(LIMITS[i % LIMITS.length]));
                    }
                    compare(name.toString());
                }
                return null;
            });
            System.out.println(NativeNames.ofThisJdk());
        }

        private static void compare(String name) throws Exception {
            Thread.currentThread().setName(name);
            byte[] shown = Comm.OF_LINUX.read();
            byte[] ours = NativeNames.ofThisJdk().bytes(name);
            if (!Arrays.equals(shown, ours)) {
                throw new AssertionError(Arrays.toString(shown) + " is not " + Arrays.toString(ours));
            }
        }
    }
}
