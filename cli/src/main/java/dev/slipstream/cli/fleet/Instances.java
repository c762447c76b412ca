package dev.slipstream.cli.fleet;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The instances of services: what adds up. On a known host, a JVM that was started after another had ended continues its instance;
 * JVMs that overlap in time are different instances. Where the host is unknown, each JVM is an instance, and so is each of its
 * recordings that overlaps another one: the process id and the start time can be the same on two hosts.
 */
final class Instances {
    /** An instance, and when it was last seen. */
    private record Slot(long instance, double ended) {}

    private Instances() {}

    /**
     * Numbers instances.
     *
     * @param table the table of recordings in which each has a number of its own so far
     */
    static void number(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet lives = statement.executeQuery("""
                        SELECT place, life, min(begun) AS begun, max(ended) AS ended FROM %1$s
                        WHERE place IN (SELECT place FROM %1$s GROUP BY place HAVING count(DISTINCT life) > 1)
                        GROUP BY place, life ORDER BY place, begun, ended, life
                        """.formatted(table));
                PreparedStatement update = connection.prepareStatement("UPDATE " + table + " SET instance = ? WHERE life = ?")) {
            PriorityQueue<Slot> slots = new PriorityQueue<>(Comparator.comparingDouble(Slot::ended));
            long place = -1;
            while (lives.next()) {
                if (lives.getLong("place") != place) {
                    place = lives.getLong("place");
                    slots.clear();
                }
                long life = lives.getLong("life");
                Slot earlier = slots.peek();
                boolean continues = earlier != null && earlier.ended <= lives.getDouble("begun");
                if (continues) {
                    slots.remove();
                    update.setLong(1, earlier.instance);
                    update.setLong(2, life);
                    update.addBatch();
                }
                slots.add(new Slot(continues ? earlier.instance : life, lives.getDouble("ended")));
            }
            update.executeBatch();
        }
    }
}
