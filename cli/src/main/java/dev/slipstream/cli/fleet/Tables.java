package dev.slipstream.cli.fleet;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The tables of a fleet, as Parquet files, and what the page shows of them. DuckDB makes and queries them.
 */
public final class Tables implements AutoCloseable {
    private static final List<String> NAMES = List.of("recordings", "findings", "sites");
    private static final String BEFORE = "previous-";
    private static final int BATCH = 1_000;

    private final Path folder;
    private final Optional<Path> before;
    private final Connection connection;

    private Tables(Path folder, Optional<Path> before, Connection connection) {
        this.folder = folder;
        this.before = before;
        this.connection = connection;
    }

    /**
     * Makes the tables anew from the journal of an analysis. The earlier ones are kept beside them, to tell what has changed.
     *
     * @param folder where the tables go
     * @param before a folder with tables to compare with, if not those of the run before
     * @throws Failure if DuckDB is missing, or a file cannot be read or written
     */
    public static Tables ofJournal(Path folder, Path journal, Optional<Path> before) throws Failure {
        return make(folder, before, tables -> tables.read(journal));
    }

    /**
     * Copies the tables that a cluster has written.
     *
     * @param folder where the tables go
     * @param others a folder with the other tables, each a file or a folder of files
     * @param before as above
     * @throws Failure if DuckDB is missing, or a file cannot be read or written
     */
    public static Tables ofTables(Path folder, Path others, Optional<Path> before) throws Failure {
        return make(folder, before, tables -> {
            for (String name : NAMES) {
                tables.execute("CREATE TABLE " + name + " AS SELECT * FROM " + parquet(others.resolve(name + ".parquet")));
            }
        });
    }

    /**
     * Checks that a folder has the tables of a fleet.
     *
     * @throws Failure if one is missing
     */
    public static void check(Path others) throws Failure {
        for (String name : NAMES) {
            if (!Files.exists(others.resolve(name + ".parquet"))) {
                throw new Failure(ExitCodes.BAD_USAGE,
                        others + " has no " + name + ".parquet; name a folder with the tables of a fleet");
            }
        }
    }

    /** Fills the tables. */
    private interface Source {
        void fill(Tables tables) throws SQLException, IOException;
    }

    private static Tables make(Path folder, Optional<Path> before, Source source) throws Failure {
        Tables tables = null;
        try {
            tables = new Tables(folder, before, DuckDb.connect());
            tables.make(source);
            return tables;
        } catch (SQLException | IOException e) {
            if (tables != null) {
                tables.close();
            }
            throw new Failure(ExitCodes.FAILED, "the tables cannot be made: " + Failure.describe(e));
        }
    }

    /** Returns whether DuckDB is there, so that nothing need be fetched. */
    public static boolean isReady() throws Failure {
        return DuckDb.isReady();
    }

    /** Checks that DuckDB is there. */
    public static void check() throws Failure {
        try (Connection connection = DuckDb.connect()) {
            connection.isValid(1);
        } catch (SQLException e) {
            throw new Failure(ExitCodes.BAD_USAGE, "DuckDB does not start: " + Failure.describe(e));
        }
    }

    private void make(Source source) throws SQLException, IOException {
        source.fill(this);
        for (String name : NAMES) {
            Path table = folder.resolve(name + ".parquet");
            Path next = folder.resolve(name + ".parquet.next");
            execute("COPY (SELECT * FROM " + name + " ORDER BY ALL) TO " + quoted(RecordingFiles.name(next))
                    + " (FORMAT parquet)");
            if (Files.exists(table)) {
                Files.move(table, folder.resolve(BEFORE + name + ".parquet"), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.move(next, table, StandardCopyOption.ATOMIC_MOVE);
        }
        for (String name : NAMES) {
            Path earlier =
                    before.map(other -> other.resolve(name + ".parquet")).orElse(folder.resolve(BEFORE + name + ".parquet"));
            // An earlier version may have had fewer columns.
            execute("CREATE TABLE previous_" + name + " AS SELECT * FROM " + name + " WHERE false"
                    + (Files.exists(earlier) ? " UNION ALL BY NAME SELECT * FROM " + parquet(earlier) : ""));
        }
        executeAll(text("instances.sql"));
        for (String prefix : List.of("", "previous_")) {
            execute("CREATE TABLE " + prefix + "instances AS SELECT *, life AS instance FROM placed('" + prefix + "recordings')");
            Instances.number(connection, prefix + "instances");
        }
        executeAll(text("views.sql"));
    }

    private void read(Path journal) throws SQLException, IOException {
        execute("CREATE TABLE lines (line VARCHAR)");
        try (BufferedReader lines = Files.newBufferedReader(journal);
                PreparedStatement insert = connection.prepareStatement("INSERT INTO lines VALUES (?)")) {
            int count = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                insert.setString(1, line);
                insert.addBatch();
                if (++count % BATCH == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
        executeAll(text("tables.sql"));
    }

    private void executeAll(String statements) throws SQLException {
        for (String sql : statements.split(";\n")) {
            execute(sql);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the contents of a file, or of the files of a folder, as a part of a statement. */
    private static String parquet(Path table) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(table)) {
            try (DirectoryStream<Path> parts = Files.newDirectoryStream(table, "*.parquet")) {
                parts.forEach(files::add);
            }
        } else {
            files.add(table);
        }
        return "read_parquet([" + files.stream().sorted().map(RecordingFiles::name).map(Tables::literal).map(Tables::quoted)
                .collect(Collectors.joining(", ")) + "])";
    }

    /** Takes the characters of a path literally that DuckDB reads as a glob. */
    private static String literal(String path) {
        return path.replaceAll("[*?\\[]", "[$0]");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String text(String name) {
        try (InputStream in = Tables.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the rows of a table or view, each from column to value.
     *
     * @param query the rest of a statement after {@code SELECT * FROM}
     */
    public List<Map<String, Object>> rows(String query) throws Failure {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT * FROM " + query)) {
            List<Map<String, Object>> rows = new ArrayList<>();
            while (found.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    row.put(found.getMetaData().getColumnName(i), found.getObject(i));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new Failure(ExitCodes.FAILED, "the tables cannot be read: " + Failure.describe(e));
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
