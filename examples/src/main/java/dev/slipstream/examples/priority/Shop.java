package dev.slipstream.examples.priority;

import dev.slipstream.examples.common.Example;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.quartz.JobBuilder;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/**
 * Web shop with background work: {@code GET /orders/7} answers with a compressed document, which takes some tenths of a
 * millisecond, while Quartz runs the jobs that compress the archive.
 *
 * <p>There is nothing unusual in this class. The setting {@code org.quartz.threadPool.threadPriority=1} of Quartz says that
 * requests go before jobs.
 */
public final class Shop implements AutoCloseable {
    private static final String ORDERS = "/orders/";
    private static final String ARCHIVED = "/archived";
    private static final int LINES = 400;

    private final Scheduler jobs;
    private final Server web;

    private Shop(int jobThreads) throws Exception {
        web = startWeb();
        try {
            jobs = startJobs(jobThreads);
        } catch (Throwable e) {
            web.stop();
            throw e;
        }
    }

    /**
     * Starts a shop on a free port of the loopback address.
     *
     * @param jobThreads number of jobs, each with its own thread; may be 0
     */
    public static Shop start(int jobThreads) throws Exception {
        return new Shop(jobThreads);
    }

    /** Returns the address of the shop. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + ((ServerConnector) web.getConnectors()[0]).getLocalPort());
    }

    @Override
    public void close() throws SchedulerException {
        try {
            LifeCycle.stop(web);
        } finally {
            Archiving.stop();
            jobs.shutdown(true);
        }
    }

    private static Scheduler startJobs(int threads) throws SchedulerException {
        Properties quartz = new Properties();
        quartz.setProperty("org.quartz.scheduler.instanceName", "nightly");
        quartz.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        quartz.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        quartz.setProperty("org.quartz.threadPool.threadCount", Integer.toString(Math.max(1, threads)));
        quartz.setProperty("org.quartz.threadPool.threadPriority", Integer.toString(Thread.MIN_PRIORITY));
        quartz.setProperty("org.quartz.threadPool.makeThreadsDaemons", "true");
        Scheduler scheduler = new StdSchedulerFactory(quartz).getScheduler();
        Archiving.begin();
        for (int job = 0; job < threads; job++) {
            scheduler.scheduleJob(JobBuilder.newJob(Archiving.class).withIdentity("archive-" + job).build(),
                    TriggerBuilder.newTrigger().startNow().build());
        }
        scheduler.start();
        return scheduler;
    }

    private static Server startWeb() throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Orders());
        server.start();
        return server;
    }

    private static final class Orders extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws IOException {
            String path = Request.getPathInContext(request);
            if (path.equals(ARCHIVED)) {
                response.write(true, StandardCharsets.UTF_8.encode(Long.toString(Archiving.pieces())), callback);
                return true;
            }
            if (!path.matches(ORDERS + "\\d{1,6}")) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                return true;
            }
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
            response.write(true, ByteBuffer.wrap(compressed(order(Integer.parseInt(path.substring(ORDERS.length()))))), callback);
            return true;
        }
    }

    /** Returns a long order as JSON. */
    static String order(int id) {
        StringBuilder lines = new StringBuilder();
        for (int line = 0; line < LINES; line++) {
            lines.append(line == 0 ? "" : ",").append("{\"article\":").append(id * 31 + line * 7)
                    .append(",\"cents\":").append((id + line) * 97 % 10_000).append('}');
        }
        return "{\"id\":" + id + ",\"lines\":[" + lines + "]}";
    }

    private static byte[] compressed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /**
     * Starts a shop, prints its address, and runs until standard input ends, so that it never outlives its parent process.
     *
     * @param args number of jobs
     */
    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        try (Shop shop = start(Integer.parseInt(args[0]))) {
            System.out.println(shop.address());
            Example.awaitEndOfInput();
        }
    }
}
