package dev.slipstream.examples.pinning;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.slipstream.examples.common.Example;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Orders over HTTP: {@code GET /orders/7} answers with order 7 as JSON. Jetty handles each request on its own virtual thread, which
 * takes a connection from a HikariCP pool and asks an HSQLDB server over a loopback socket.
 *
 * <p>There is nothing unusual in this class, and no lock. The pinning is in the driver: {@code
 * org.hsqldb.ClientConnection.execute} is synchronized and reads the answer from its socket, so on JDK 21 to 23 a virtual thread
 * keeps its carrier until the database answers.
 */
public final class OrderService implements AutoCloseable {
    private static final int ORDERS = 1_000;
    private static final String PATH = "/orders/";
    private static final String FIND = "SELECT customer, cents, think(?) FROM orders WHERE id = ?";

    private final int queryMillis;
    private final org.hsqldb.server.Server database;
    private final HikariDataSource pool;
    private final Server web;

    private OrderService(int connections, int queryMillis) throws Exception {
        this.queryMillis = queryMillis;
        database = startDatabase();
        try {
            pool = connect(connections);
            createOrders();
            web = startWeb();
        } catch (Throwable e) {
            database.shutdown();
            throw e;
        }
    }

    /**
     * Starts a service on free ports of the loopback address.
     *
     * @param connections number of connections in the pool
     * @param queryMillis time in which the database finds an order. An in-memory database of a thousand rows would answer at
     *     once, so a function in the query sleeps that long, on the database's own platform thread.
     */
    public static OrderService start(int connections, int queryMillis) throws Exception {
        return new OrderService(connections, queryMillis);
    }

    /** Returns the address of the service. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + ((ServerConnector) web.getConnectors()[0]).getLocalPort());
    }

    @Override
    public void close() {
        try {
            LifeCycle.stop(web);
        } finally {
            pool.close();
            database.shutdown();
        }
    }

    /** Called by the database, in SQL: {@code think(milliseconds)}. */
    public static int think(int millis) throws InterruptedException {
        Thread.sleep(millis);
        return 0;
    }

    private static org.hsqldb.server.Server startDatabase() throws IOException {
        System.setProperty("hsqldb.method_class_names", OrderService.class.getName() + ".*");
        org.hsqldb.server.Server server = new org.hsqldb.server.Server();
        server.setLogWriter(null);
        server.setErrWriter(null);
        server.setSilent(true);
        server.setDaemon(true);
        server.setAddress(InetAddress.getLoopbackAddress().getHostAddress());
        server.setPort(0);
        server.setDatabaseName(0, "shop");
        server.setDatabasePath(0, "mem:shop;hsqldb.tx=mvcc");
        server.start();
        return server;
    }

    private HikariDataSource connect(int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:hsqldb:hsql://127.0.0.1:" + database.getLocalPort() + "/shop");
        config.setUsername("SA");
        config.setPassword("");
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }

    private void createOrders() throws SQLException {
        try (Connection connection = pool.getConnection(); var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(40), cents INT)");
            statement.execute("CREATE FUNCTION think(millis INT) RETURNS INT LANGUAGE JAVA NOT DETERMINISTIC NO SQL"
                    + " EXTERNAL NAME 'CLASSPATH:" + OrderService.class.getName() + ".think'");
            try (var insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?)")) {
                for (int id = 1; id <= ORDERS; id++) {
                    insert.setInt(1, id);
                    insert.setString(2, "customer-" + id % 97);
                    insert.setInt(3, id * 100 + 99);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }
    }

    private Server startWeb() throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Orders());
        server.start();
        return server;
    }

    private Optional<String> find(int id) throws SQLException {
        try (Connection connection = pool.getConnection(); var statement = connection.prepareStatement(FIND)) {
            statement.setInt(1, queryMillis);
            statement.setInt(2, id);
            try (var row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                return Optional.of("{\"id\":%d,\"customer\":\"%s\",\"cents\":%d}"
                        .formatted(id, row.getString("customer"), row.getInt("cents")));
            }
        }
    }

    private final class Orders extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String path = Request.getPathInContext(request);
            if (!path.startsWith(PATH)) {
                return false;
            }
            int id;
            try {
                id = Integer.parseInt(path.substring(PATH.length()));
            } catch (NumberFormatException e) {
                Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400, "an order's number, please");
                return true;
            }
            Optional<String> order = find(id);
            if (order.isEmpty()) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                return true;
            }
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            response.write(true, StandardCharsets.UTF_8.encode(order.get()), callback);
            return true;
        }
    }

    /**
     * Starts a service, prints its address, and runs until standard input ends, so that it never outlives its parent process.
     *
     * @param args connections of the pool, milliseconds of a query
     */
    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        try (OrderService service = start(Integer.parseInt(args[0]), Integer.parseInt(args[1]))) {
            System.out.println(service.address());
            Example.awaitEndOfInput();
        }
    }
}
