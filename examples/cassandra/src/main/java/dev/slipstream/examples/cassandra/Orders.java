package dev.slipstream.examples.cassandra;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.PreparedStatement;
import com.datastax.driver.core.Row;
import com.datastax.driver.core.Session;
import dev.slipstream.examples.load.Folder;
import dev.slipstream.examples.load.Load;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.cassandra.service.CassandraDaemon;
import org.apache.cassandra.service.StorageService;

/**
 * Cassandra of one node, with a client in the same JVM that has the driver that comes with it. An operation writes a row, reads it, and
 * reads one that was written long before.
 *
 * <p>Arguments and output: those of {@link Load}. JDK 17 only, with the options in {@code java.options}.
 */
public final class Orders {
    private static final int PER_SECOND = 200;
    private static final int THREADS = 16;
    private static final long ROWS = 50_000;
    private static final long BEFORE = 1_000;

    private final Session session;
    private final PreparedStatement write;
    private final PreparedStatement read;

    private Orders(Session session) {
        this.session = session;
        session.execute("create keyspace example with replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("create table example.orders (id bigint primary key, number bigint, customer text)");
        write = session.prepare("insert into example.orders (id, number, customer) values (?, ?, ?)");
        read = session.prepare("select number, customer from example.orders where id = ?");
    }

    public static void main(String[] args) {
        Load.main(args, PER_SECOND, Orders::run);
    }

    private static void run(Load load) throws Exception {
        try (Folder folder = Folder.create("cassandra")) {
            int port = freePort();
            Path configuration = folder.path().resolve("cassandra.yaml");
            Files.writeString(configuration, template().formatted(freePort(), port, folder.path()));
            System.setProperty("cassandra.config", configuration.toUri().toString());
            System.setProperty("cassandra.storagedir", folder.path().toString());
            CassandraDaemon server = new CassandraDaemon(true);
            server.activate();
            InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
            try (Cluster cluster = Cluster.builder().addContactPointsWithPorts(address).withoutJMXReporting().build()) {
                Orders orders = new Orders(cluster.connect());
                load.start(THREADS, orders::order);
                load.awaitReady();
                load.awaitEnd();
            }
            server.deactivate();
            StorageService.instance.drain();
        }
    }

    private void order(long number) {
        session.execute(write.bind(number % ROWS, number, "customer-" + number));
        check(number);
        if (number >= BEFORE) {
            check(number - BEFORE);
        }
    }

    private void check(long number) {
        Row row = session.execute(read.bind(number % ROWS)).one();
        Load.check(row != null && row.getLong(0) == number && row.getString(1).equals("customer-" + number),
                "order %d is read as %s", number,
                row);
    }

    private static String template() throws IOException {
        try (InputStream in = Orders.class.getResourceAsStream("/cassandra.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
