package dev.slipstream.examples.helidon;

import com.zaxxer.hikari.HikariDataSource;
import dev.slipstream.examples.load.Customers;
import dev.slipstream.examples.load.Load;
import io.helidon.dbclient.DbClient;
import io.helidon.dbclient.jdbc.JdbcClientBuilder;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Service on Helidon SE: its server on virtual threads, its database client on HikariCP, and H2 in memory. An account is paid into under a
 * lock, as in the bank on Spring Boot: on JDK 21 to 23 this pins.
 *
 * <p>Arguments and output: those of {@link Load}. Also prints the number of all payments as {@code payments=}.
 */
public final class Bank {
    private static final long CONFIRMATION_MILLIS = 5;

    private final HikariDataSource connections = new HikariDataSource();
    private final DbClient database = JdbcClientBuilder.create().connectionPool(this::connect).build();
    private final Object[] locks = new Object[Customers.ACCOUNTS];

    private Bank() {
        connections.setJdbcUrl("jdbc:h2:mem:bank");
        database.execute().dml("CREATE TABLE account (id INT PRIMARY KEY, payments INT NOT NULL)");
        for (int i = 0; i < Customers.ACCOUNTS; i++) {
            locks[i] = new Object();
            database.execute().insert("INSERT INTO account VALUES (?, 0)", i);
        }
    }

    public static void main(String[] args) {
        Logger.getLogger("").setLevel(Level.WARNING);
        Load.main(args, Customers.PER_SECOND, load -> new Bank().run(load));
    }

    private void run(Load load) throws Exception {
        WebServer server = WebServer.builder().host("127.0.0.1").port(0).routing(routes -> routes
                .get("/pay/{account}", this::pay).get("/balance/{account}", this::balance)).build().start();
        Customers.start(load, server.port());
        load.awaitReady();
        long payments = load.awaitEnd();
        server.stop();
        long booked =
                database.execute().get("SELECT sum(payments) AS booked FROM account").orElseThrow().column("BOOKED").getLong();
        connections.close();
        Load.check(booked == (load.onlyReads() ? 0 : payments), "%d payments, %d booked", payments, booked);
        System.out.println("payments=" + payments);
    }

    private Connection connect() {
        try {
            return connections.getConnection();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void balance(ServerRequest request, ServerResponse response) {
        int account = Integer.parseInt(request.path().pathParameters().get("account"));
        response.send(String.valueOf(
                database.execute().get("SELECT payments FROM account WHERE id = ?", account).orElseThrow().column(1).getInt()));
    }

    private void pay(ServerRequest request, ServerResponse response) throws InterruptedException {
        int account = Integer.parseInt(request.path().pathParameters().get("account"));
        database.execute().update("UPDATE account SET payments = payments + 1 WHERE id = ?", account);
        synchronized (locks[account]) {
            Thread.sleep(CONFIRMATION_MILLIS);
        }
        response.send("paid");
    }
}
