package dev.slipstream.cli.fleet;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;

/** DuckDB, whose jar is as large as twenty of Slipstream's, and so a file of its own. A launcher fetches it when it is first needed. */
final class DuckDb {
    private static final String DRIVER = "org.duckdb.DuckDBDriver";
    private static final String JAR = "SLIPSTREAM_DUCKDB";

    /** Names the launcher's program that prints the path of the jar, which it fetches first if need be. */
    private static final String FETCHER = "SLIPSTREAM_FETCH_DUCKDB";
    private static final String ONLY_IF_THERE = "--there";

    private DuckDb() {}

    /**
     * Opens a database in memory.
     *
     * @throws Failure if DuckDB is missing and cannot be fetched
     * @throws SQLException if it does not start
     */
    static Connection connect() throws Failure, SQLException {
        try {
            return driver().connect("jdbc:duckdb:", new Properties());
        } catch (ReflectiveOperationException | IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE, "DuckDB is missing; set " + JAR + " to the path of its jar"
                    + " (org.duckdb:duckdb_jdbc), or run fleet by the launcher of a package or checkout, which fetches it");
        }
    }

    /**
     * Returns whether the next {@link #connect} fetches nothing.
     *
     * @throws Failure if the launcher's program does not start
     */
    static boolean isReady() throws Failure {
        if (System.getenv(JAR) != null) {
            return true;
        }
        try {
            driver(DuckDb.class.getClassLoader());
            return true;
        } catch (ReflectiveOperationException missing) {
            String fetcher = System.getenv(FETCHER);
            try {
                return fetcher != null && path(fetcher, ONLY_IF_THERE).isPresent();
            } catch (IOException e) {
                throw new Failure(ExitCodes.FAILED, fetcher + ": " + Failure.describe(e));
            }
        }
    }

    private static Driver driver() throws Failure, ReflectiveOperationException, IOException {
        String jar = System.getenv(JAR);
        String fetcher = System.getenv(FETCHER);
        if (jar == null) {
            try {
                return driver(DuckDb.class.getClassLoader());
            } catch (ClassNotFoundException missing) {
                if (fetcher == null) {
                    throw missing;
                }
                jar = path(fetcher).orElseThrow(
                        () -> new Failure(ExitCodes.NOTHING_DONE, "DuckDB could not be fetched; the reason is above"));
            }
        }
        return driver(new URLClassLoader(new URL[] {Path.of(jar).toUri().toURL()}, DuckDb.class.getClassLoader()));
    }

    private static Driver driver(ClassLoader loader) throws ReflectiveOperationException {
        return Class.forName(DRIVER, true, loader).asSubclass(Driver.class).getDeclaredConstructor().newInstance();
    }

    /** Asks the launcher's program for the path of the jar; empty if it has none. */
    private static Optional<String> path(String... fetcher) throws Failure, IOException {
        Process process = new ProcessBuilder(fetcher).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            String path = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(path) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(ExitCodes.FAILED, "stopped; the same command continues");
        } finally {
            process.destroy();
        }
    }
}
