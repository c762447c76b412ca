package dev.slipstream.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.SplittableRandom;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class TextBufferTest {

    @Test
    void randomSequencesAreThoseOfAStringBuilder() {
        for (long seed = 0; seed < 3_000; seed++) {
            new Sequence(seed).run(60);
        }
    }

    @Test
    void numbersAreThoseOfStringFormat() {
        SplittableRandom random = new SplittableRandom(1);
        TextBuffer buffer = new TextBuffer();
        for (int i = 0; i < 20_000; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            int digits = random.nextInt(1, 17);
            buffer.reset().append(number).append(' ').append((int) number).append(' ').appendHex(number).append(' ')
                    .appendHex((int) number).append(' ').appendHex(number, 16);
            assertThat(buffer.toString()).isEqualTo(String.format(Locale.ROOT, "%d %d %x %x %016x",
                    number, (int) number, number, (int) number, number));
            assertThat(buffer.reset().appendHex(number, digits).toString())
                    .isEqualTo(String.format("%016x", number).substring(16 - digits));
        }
    }

    @Test
    void wholeNumbersAtTheEdges() {
        TextBuffer buffer = new TextBuffer();
        long power = 1;
        for (int digits = 1; digits <= 19; digits++) {
            for (long near = power - 2; near <= power + 2; near++) {
                assertThat(buffer.reset().append(near).append(-near).append((int) near).append((int) -near).toString())
                        .isEqualTo("" + near + -near + (int) near + (int) -near);
            }
            power *= 10;
        }
        assertThat(buffer.reset().append(Long.MIN_VALUE).append(Long.MAX_VALUE).append(Integer.MIN_VALUE).toString())
                .isEqualTo("-92233720368547758089223372036854775807-2147483648");
    }

    @Test
    void theStringIsKeptForWhoAsksTwice() {
        TextBuffer buffer = new TextBuffer().append("ab");
        String first = buffer.toString();
        String second = buffer.toString();
        assertThat(second).isEqualTo(first).isEqualTo("ab").isSameAs(buffer.toString());
        assertThat(buffer.append('c').toString()).isEqualTo("abc");
        assertThat(buffer.truncate(2).toString()).isEqualTo("ab");
        assertThat(buffer.truncate(1).append('x').toString()).isEqualTo("ax");
        assertThat(buffer.reset().append("yz").toString()).isEqualTo("yz").isEqualTo(buffer.toString());
        assertThat(buffer.append('!').toString()).isEqualTo("yz!");
        assertThat(buffer.reset().toString()).isEmpty();
    }

    @Test
    void afterAResetTheTextIsLatin1Again() {
        TextBuffer buffer = new TextBuffer().append("\u20ac");
        assertThat(buffer.wide).isTrue();
        assertThat(buffer.reset().append("e").wide).isFalse();
        assertThat(buffer.append('\u0100').append(1.5).append("\u00e9").toString()).isEqualTo("e\u01001.5\u00e9");
    }

    @Test
    void fortyEightCharactersAndTheNumberAfterThemNeedNoOtherArray() {
        TextBuffer buffer = new TextBuffer();
        byte[] first = buffer.bytes;
        buffer.append("x".repeat(48)).append(-Double.MIN_NORMAL);
        buffer.reset().append("x".repeat(47)).append(Long.MIN_VALUE);
        buffer.reset().append("x".repeat(47)).appendTimestampMillis(Long.MAX_VALUE);
        assertThat(buffer.bytes).isSameAs(first);
        buffer.reset().append("x".repeat(1_000)).append("\u20ac".repeat(1_000));
        assertThat(buffer.bytes).isNotSameAs(first);
        buffer.reset(48);
        assertThat(buffer.bytes).hasSameSizeAs(first);
        assertThat(buffer.chars).isEmpty();
    }

    @Test
    void whatIsWrongIsRefused() {
        TextBuffer buffer = new TextBuffer().append("abc");
        assertThatThrownBy(() -> buffer.charAt(3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.subSequence(2, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.truncate(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.truncate(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.append("abc", 1, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> buffer.appendHex(1, 17)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> buffer.appendCodePoint(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> buffer.reset(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TextBuffer(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TextBuffer(Integer.MAX_VALUE)).isInstanceOf(IllegalArgumentException.class);
        assertThat(buffer.toString()).isEqualTo("abc");
    }

    /** The JVM's own allocations during 20,000 lines amount to far less than a byte for each. */
    @Test
    void usedAgainItAllocatesNothing() throws Exception {
        TextBuffer buffer = new TextBuffer();
        byte[] target = new byte[400];
        lines(buffer, target);
        long before = allocated();
        lines(buffer, target);
        assertThat(allocated() - before).isLessThan(20_000);
    }

    private static void lines(TextBuffer buffer, byte[] target) {
        for (int i = 0; i < 20_000; i++) {
            buffer.reset().appendTimestampMillis(1_700_000_000_000L + i).append(" id=").append(i * 7_919L).append(" ms=")
                    .append(i / 8.0).append(" load=").append(i / 3e-9).append(" x=").append(i / 3f).append(' ').appendHex(i);
            buffer.append(i % 2 == 0 ? " caf\u00e9 " : " \u20ac ").appendDurationNanos(i * 1_000_001L);
            buffer.writeUtf8(target, 0);
            buffer.writeLatin1(target, 0);
        }
    }

    private static long allocated() throws Exception {
        Object[] thread = {Thread.currentThread().getId()};
        return (long) ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("java.lang:type=Threading"), "getThreadAllocatedBytes", thread, new String[] {"long"});
    }
}
