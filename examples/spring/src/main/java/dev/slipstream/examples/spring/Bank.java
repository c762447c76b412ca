package dev.slipstream.examples.spring;

import dev.slipstream.examples.load.Customers;
import dev.slipstream.examples.load.Load;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Service on Spring Boot: Tomcat with a virtual thread for each request, HikariCP, and H2 in memory. An account is paid into under a
 * lock, as in code that is older than virtual threads: on JDK 21 to 23 this pins.
 *
 * <p>Arguments and output: those of {@link Load}. Also prints the part of its carriers' time that was pinned after the warm-up as
 * {@code share=} and a number, and the number of all payments as {@code payments=}.
 */
@SpringBootApplication
public class Bank {
    private static final long CONFIRMATION_MILLIS = 5;

    /** From JDK 24 on, a virtual thread that waits in a synchronized block is not pinned. */
    private static final boolean LOCKS_PIN = Runtime.version().feature() >= 21 && Runtime.version().feature() < 24;

    static final LongAdder PINNED_NANOS = new LongAdder();

    public static void main(String[] args) {
        Load.main(args, Customers.PER_SECOND, Bank::run);
    }

    private static void run(Load load) throws Exception {
        var context = (ServletWebServerApplicationContext) new SpringApplication(Bank.class).run("--server.port=0",
                "--server.address=127.0.0.1", "--spring.threads.virtual.enabled=true", "--spring.main.banner-mode=off",
                "--logging.level.root=warn", "--spring.datasource.url=jdbc:h2:mem:bank");
        try (context) {
            JdbcTemplate database = context.getBean(JdbcTemplate.class);
            database.execute("CREATE TABLE account (id INT PRIMARY KEY, payments INT NOT NULL)");
            for (int i = 0; i < Customers.ACCOUNTS; i++) {
                database.update("INSERT INTO account VALUES (?, 0)", i);
            }
            Customers.start(load, context.getWebServer().getPort());
            load.awaitReady();
            long before = PINNED_NANOS.sum();
            long start = System.nanoTime();
            long payments = load.awaitEnd();
            double carriers =
                    Integer.getInteger("jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
            System.out.println("share=" + (PINNED_NANOS.sum() - before) / carriers / (System.nanoTime() - start));
            Long booked = database.queryForObject("SELECT sum(payments) FROM account", Long.class);
            Load.check(booked != null && booked == (load.onlyReads() ? 0 : payments), "%d payments, %d booked", payments, booked);
            System.out.println("payments=" + payments);
        }
    }

    /** The requests. */
    @RestController
    static class Payments {
        private final JdbcTemplate database;
        private final Object[] locks = new Object[Customers.ACCOUNTS];

        Payments(JdbcTemplate database) {
            this.database = database;
            for (int i = 0; i < Customers.ACCOUNTS; i++) {
                locks[i] = new Object();
            }
        }

        @GetMapping("/pay/{account}")
        String pay(@PathVariable("account") int account) throws InterruptedException {
            database.update("UPDATE account SET payments = payments + 1 WHERE id = ?", account);
            confirm(account);
            return "paid";
        }

        @GetMapping("/balance/{account}")
        String balance(@PathVariable("account") int account) {
            return database.queryForObject("SELECT payments FROM account WHERE id = ?", String.class, account);
        }

        private void confirm(int account) throws InterruptedException {
            synchronized (locks[account]) {
                long start = System.nanoTime();
                Thread.sleep(CONFIRMATION_MILLIS);
                if (LOCKS_PIN) {
                    PINNED_NANOS.add(System.nanoTime() - start);
                }
            }
        }
    }
}
