import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Puts copies of classes that grafts share with the agent among the grafts, under names of java.base, which cannot refer to the
 * originals. All grafts then refer to the copies.
 */
class Shared {
    private static final Map<String, String> PLACES = Map.of(
            "dev/slipstream/runtime/Options", "jdk/internal/misc/Options",
            "dev/slipstream/runtime/arenas/Stripes", "jdk/internal/foreign/Stripes",
            "dev/slipstream/runtime/threads/Limits", "jdk/internal/misc/Limits");

    private static final int UTF8 = 1;
    private static final int HEADER = 8;

    /** Length of a constant after its tag, by tag; 0 if there is no such tag, or the constant is text. */
    private static final int[] LENGTHS = {0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};

    private Shared() {}

    /** Copies the classes from one folder into that of the grafts, and changes the names in all that lie there. */
    static void complete(Path from, Path grafts, List<Path> files) throws IOException {
        for (Path file : files) {
            Files.write(file, renamed(Files.readAllBytes(file)));
        }
        for (Map.Entry<String, String> place : PLACES.entrySet()) {
            Files.write(grafts.resolve(place.getValue() + ".class"),
                    renamed(Files.readAllBytes(from.resolve(place.getKey() + ".class"))));
        }
    }

    /** Changes the text in a class file's constant pool, where all names and descriptors are. */
    private static byte[] renamed(byte[] file) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        ByteArrayOutputStream result = new ByteArrayOutputStream(file.length);
        DataOutputStream out = new DataOutputStream(result);
        out.write(in.readNBytes(HEADER));
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            if (tag == UTF8) {
                out.writeUTF(renamed(in.readUTF()));
            } else if (LENGTHS[tag] > 0) {
                out.write(in.readNBytes(LENGTHS[tag]));
                // A long or a double takes the place of two constants.
                i += LENGTHS[tag] / HEADER;
            } else {
                throw new IOException("constant of an unknown kind: " + tag);
            }
        }
        in.transferTo(out);
        return result.toByteArray();
    }

    private static String renamed(String text) {
        String result = text;
        for (Map.Entry<String, String> place : PLACES.entrySet()) {
            result = result.replace(place.getKey(), place.getValue());
        }
        return result;
    }
}
