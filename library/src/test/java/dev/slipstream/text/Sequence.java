package dev.slipstream.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;

/** Sequence of random operations on a buffer and on a {@link StringBuilder}, which must agree after each. */
final class Sequence {
    private static final String LATIN = "caf\u00e9 \u00ff=x;";
    private static final String BEYOND = "\u20ac\u0100\ud83d\ude00\ud83d";
    private static final int LONGEST = 2_000;

    private final SplittableRandom random;
    private final TextBuffer buffer;
    private final StringBuilder model = new StringBuilder();

    /** The chance that a character may be beyond Latin-1 is one in this number; 0 for never. */
    private final int beyond;

    Sequence(long seed) {
        random = new SplittableRandom(seed);
        beyond = random.nextInt(3) == 0 ? 4 : 0;
        buffer = random.nextBoolean() ? new TextBuffer() : new TextBuffer(random.nextInt(100));
    }

    void run(int operations) {
        for (int i = 0; i < operations; i++) {
            step();
            assertThat(buffer.length()).isEqualTo(model.length());
            assertThat(buffer.contentEquals(model)).as("%s is %s", buffer, model).isTrue();
            if (model.length() > LONGEST) {
                buffer.reset(random.nextInt(200));
                model.setLength(0);
            }
        }
        look();
    }

    private void step() {
        switch (random.nextInt(16)) {
            case 0 -> both(character());
            case 1 -> both(string(random.nextInt(12)));
            case 2 -> both(string(random.nextInt(100)));
            case 3 -> number((int) bits());
            case 4 -> number(bits());
            case 5 -> number(Double.longBitsToDouble(random.nextLong()));
            case 6 -> number(random.nextInt(100_000_000) / 100.0);
            case 7 -> number(Float.intBitsToFloat(random.nextInt()));
            case 8 -> part(new StringBuilder(string(10)));
            case 9 -> part(string(20));
            case 10 -> point(random.nextInt(beyond == 0 ? 0x100 : Character.MAX_CODE_POINT + 1));
            case 11 -> self();
            case 12 -> truncate(random.nextInt(model.length() + 1));
            case 13 -> nothing();
            case 14 -> look();
            default -> {
                if (random.nextInt(4) == 0) {
                    buffer.reset();
                    model.setLength(0);
                }
            }
        }
    }

    /** Returns numbers of all magnitudes alike. */
    private long bits() {
        return random.nextLong() >> random.nextInt(64);
    }

    private char character() {
        if (beyond > 0 && random.nextInt(beyond) == 0) {
            return BEYOND.charAt(random.nextInt(BEYOND.length()));
        }
        return LATIN.charAt(random.nextInt(LATIN.length()));
    }

    private String string(int length) {
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < length; i++) {
            made.append(character());
        }
        return made.toString();
    }

    private void both(char character) {
        buffer.append(character);
        model.append(character);
    }

    private void both(String string) {
        buffer.append(string);
        model.append(string);
    }

    private void number(int number) {
        buffer.append(number).appendHex(number).append(number > 0);
        model.append(number).append(Integer.toHexString(number)).append(number > 0);
    }

    private void number(long number) {
        buffer.append(number).appendHex(number);
        model.append(number).append(Long.toHexString(number));
    }

    private void number(double number) {
        buffer.append(number);
        model.append(number);
    }

    private void number(float number) {
        buffer.append(number);
        model.append(number);
    }

    private void part(CharSequence characters) {
        int start = random.nextInt(characters.length() + 1);
        int end = random.nextInt(start, characters.length() + 1);
        assertThat((Object) buffer.append(characters, start, end)).isSameAs(buffer);
        model.append(characters, start, end);
    }

    private void point(int codePoint) {
        buffer.appendCodePoint(codePoint);
        model.appendCodePoint(codePoint);
    }

    private void self() {
        buffer.append(buffer).append(new TextBuffer().append(buffer).append('!'));
        String twice = model.toString() + model;
        model.setLength(0);
        model.append(twice).append(twice).append('!');
    }

    private void truncate(int to) {
        buffer.truncate(to);
        model.setLength(to);
    }

    private void nothing() {
        buffer.append((String) null).append((CharSequence) null).append(null, 1, 3);
        model.append((String) null).append((CharSequence) null).append((CharSequence) null, 1, 3);
    }

    private void look() {
        String expected = model.toString();
        assertThat(buffer.toString()).isEqualTo(expected);
        assertThat(buffer.toString()).isEqualTo(expected).isSameAs(buffer.toString());
        assertThat(buffer.contentHash()).isEqualTo(expected.hashCode());
        for (int i = 0; i < expected.length(); i++) {
            assertThat(buffer.charAt(i)).isEqualTo(expected.charAt(i));
        }
        int start = random.nextInt(expected.length() + 1);
        int end = random.nextInt(start, expected.length() + 1);
        assertThat(buffer.subSequence(start, end)).isEqualTo(expected.substring(start, end));
        TextBuffer other = new TextBuffer(0).append(string(random.nextInt(3)));
        assertThat(buffer.compareTo(other)).isEqualTo(expected.compareTo(other.toString()));
        assertThat(buffer.contentEquals(other)).isEqualTo(expected.contentEquals(other));
    }
}
