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
import java.util.Properties;

/** DuckDB, whose jar is as large as six of Slipstream's, and so a file of its own. A checkout fetches it when it is first needed. */
final class DuckDb {
    private static final String DRIVER = "org.duckdb.DuckDBDriver";
    private static final String JAR = "SLIPSTREAM_DUCKDB";
    private static final String CHECKOUT = "SLIPSTREAM_ROOT";

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
                    + " (org.duckdb:duckdb_jdbc), or run fleet by a checkout's launcher, which fetches it");
        }
    }

    private static Driver driver() throws Failure, ReflectiveOperationException, IOException {
        String jar = System.getenv(JAR);
        String checkout = System.getenv(CHECKOUT);
        if (jar == null) {
            try {
                return driver(DuckDb.class.getClassLoader());
            } catch (ClassNotFoundException missing) {
                if (checkout == null) {
                    throw missing;
                }
                jar = fetched(Path.of(checkout, "tools", "duckdb"));
            }
        }
        return driver(new URLClassLoader(new URL[] {Path.of(jar).toUri().toURL()}, DuckDb.class.getClassLoader()));
    }

    private static Driver driver(ClassLoader loader) throws ReflectiveOperationException {
        return Class.forName(DRIVER, true, loader).asSubclass(Driver.class).getDeclaredConstructor().newInstance();
    }

    private static String fetched(Path script) throws Failure, IOException {
        Process process = new ProcessBuilder(script.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            String path = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new Failure(ExitCodes.NOTHING_DONE, "DuckDB could not be fetched; the reason is above");
            }
            return path;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(ExitCodes.FAILED, "stopped; the same command continues");
        } finally {
            process.destroy();
        }
    }
}
