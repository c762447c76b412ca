package dev.slipstream.cli.prove;

import dev.slipstream.cli.process.Folders;
import dev.slipstream.results.file.ResultFiles;
import dev.slipstream.results.file.ResultFiles.UnreadableResultsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The folder of a proof. Leaves other files in it alone. */
final class ProofFolder {
    private static final List<String> OURS =
            List.of("order.json", "results.json", "jmh.json", "report.html", "forks", "logs");

    private ProofFolder() {}

    /**
     * Makes room for a new proof: removes a finished proof, and moves aside one that could still be resumed. Removes nothing
     * unless an order shows that the folder holds a proof: a folder {@code logs} may belong to something else.
     *
     * @param folder the folder, created if missing
     * @return the new location of a stopped proof, if there was one
     * @throws IOException if the folder cannot be changed, or holds files of the same names that are not a proof's
     */
    static Optional<Path> clear(Path folder) throws IOException {
        Files.createDirectories(folder);
        Optional<Order> order = Order.in(folder);
        Optional<String> inTheWay = OURS.stream().filter(name -> Files.exists(folder.resolve(name))).findFirst();
        if (order.isEmpty() && inTheWay.isPresent()) {
            throw new IOException(
                    "its '" + inTheWay.get() + "' does not belong to a proof of this version; specify another folder");
        }
        if (order.isPresent() && !finished(folder)) {
            Path aside = Files.createDirectories(folder.resolve("stopped-" + order.get().started().replace(':', '.')));
            for (String name : OURS) {
                if (Files.exists(folder.resolve(name))) {
                    Files.move(folder.resolve(name), aside.resolve(name));
                }
            }
            return Optional.of(aside);
        }
        for (String name : OURS) {
            Folders.delete(folder.resolve(name));
        }
        return Optional.empty();
    }

    private static boolean finished(Path folder) {
        try {
            return ResultFiles.read(folder).ended();
        } catch (UnreadableResultsException none) {
            return false;
        }
    }
}
