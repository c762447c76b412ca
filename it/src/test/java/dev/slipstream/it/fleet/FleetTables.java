package dev.slipstream.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Makes and reads the tables of a fleet. */
final class FleetTables {
    /** The service is the folder of a recording. */
    static final String RULE = "service=path:/([^/]+)/[^/]+$";

    private FleetTables() {}

    /** Analyses recordings with the packaged command. */
    static void make(Path recordings, Path output, String... more) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(TestJdk.current().java().toString(), "-jar", ForkedJvm.JAR.toString(), "fleet",
                        recordings.toString(), "--name", RULE, "--output", output.toString()));
        command.addAll(List.of(more));
        ProcessBuilder fleet = new ProcessBuilder(command);
        fleet.environment().put("SLIPSTREAM_DUCKDB",
                Path.of(org.duckdb.DuckDBDriver.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
        Ended ended = Running.start(fleet).end();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
    }

    /** Returns what a query finds: first the names and types of the columns, then the rows, as text. */
    static List<List<String>> query(String sql) {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            List<List<String>> rows = new ArrayList<>();
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                columns.add(found.getMetaData().getColumnName(i) + " " + found.getMetaData().getColumnTypeName(i));
            }
            rows.add(columns);
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns.size(); i++) {
                    row.add(String.valueOf(found.getString(i)));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
