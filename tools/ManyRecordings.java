import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Makes many recordings of a few, to measure {@code fleet} with: {@code java tools/ManyRecordings.java FROM COUNT TO}.
 *
 * <p>The folder TO gets COUNT recordings in the folders of services, as links to those of the folder FROM. One in twenty is damaged: cut
 * off, empty, random, or with some bytes changed. The same arguments give the same damage.
 */
class ManyRecordings {
    private static final int SERVICES = 40;
    private static final int DAMAGED = 20;
    private static final int CHANGED_BYTES = 50;

    public static void main(String[] args) throws IOException {
        if (args.length != 3 || !args[1].matches("[1-9]\\d{0,6}")) {
            System.err.println("usage: java tools/ManyRecordings.java FROM COUNT TO");
            System.exit(2);
        }
        List<Path> sources;
        try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
            sources = files.filter(file -> file.toString().endsWith(".jfr")).sorted().toList();
        }
        if (sources.isEmpty()) {
            System.err.println("no *.jfr in " + args[0]);
            System.exit(2);
        }
        Random random = new Random(1);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Path source = sources.get(i % sources.size());
            Path file = Files.createDirectories(Path.of(args[2], "service-" + i % SERVICES, "host-" + i / SERVICES % 10))
                    .resolve(i + ".jfr");
            if (random.nextInt(DAMAGED) == 0) {
                Files.write(file, damaged(Files.readAllBytes(source), random));
            } else {
                Files.createLink(file, source);
            }
        }
    }

    private static byte[] damaged(byte[] good, Random random) {
        switch (random.nextInt(4)) {
            case 0:
                return Arrays.copyOf(good, random.nextInt(good.length));
            case 1:
                return new byte[0];
            case 2:
                random.nextBytes(good);
                return good;
            default:
                for (int i = 0; i < CHANGED_BYTES; i++) {
                    good[random.nextInt(good.length)]++;
                }
                return good;
        }
    }
}
