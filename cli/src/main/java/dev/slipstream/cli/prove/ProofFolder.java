package dev.slipstream.cli.prove;

import dev.slipstream.cli.Folders;
import dev.slipstream.lab.result.ResultFiles;
import dev.slipstream.lab.result.UnreadableResultsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The folder of a proof. It may hold other things too, which are left alone. */
public final class ProofFolder {
    private static final List<String> OURS =
            List.of("order.json", "results.json", "jmh.json", "report.html", "forks", "logs");

    private ProofFolder() {
    }

    /**
     * Makes room for a new proof: removes a finished one, and puts one aside that could still be resumed. Removes nothing where
     * no order says that a proof is there: a folder {@code logs} may be anybody's.
     *
     * @param folder the folder, made if it is missing
     * @return where a stopped proof is now, if there was one
     * @throws IOException if the folder cannot be changed, or holds things of the same names that are not a proof's
     */
    public static Optional<Path> clear(Path folder) throws IOException {
        Files.createDirectories(folder);
        Optional<Order> order = Order.in(folder);
        Optional<String> inTheWay = OURS.stream().filter(name -> Files.exists(folder.resolve(name))).findFirst();
        if (order.isEmpty() && inTheWay.isPresent()) {
            throw new IOException("its '" + inTheWay.get() + "' is not of a proof of this version; name another folder");
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
