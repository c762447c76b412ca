package dev.slipstream.examples.kafka;

import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.utils.Time;

/**
 * Kafka as it is, a broker that is its own controller, with a producer and a consumer in the same JVM. The numbers that are consumed
 * must be those that were produced.
 *
 * <p>Arguments: a folder that does not exist, how many seconds to warm up, and how many more to run. Prints {@code ready} before the
 * latter.
 */
public final class Broker {
    private static final String TOPIC = "numbers";
    private static final int PARTITIONS = 4;
    private static final int AHEAD = 20_000;

    private Broker() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        int port = freePort();
        int controller = freePort();
        Path settings = prepare(folder, Uuid.randomUuid(), controller,
                Map.of("process.roles", "broker,controller", "node.id", "1",
                        "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller,
                        "offsets.topic.replication.factor", "1"));
        KafkaRaftServer server = start(settings);
        try {
            exchange("127.0.0.1:" + port, Duration.ofSeconds(Long.parseLong(args[1])),
                    Duration.ofSeconds(Long.parseLong(args[2])));
        } finally {
            server.shutdown();
            server.awaitShutdown();
        }
    }

    /** Formats the storage of a server, and returns the file of its settings. Node 1 is the controller. */
    static Path prepare(Path folder, Uuid cluster, int controller, Map<String, String> more) throws Exception {
        Properties settings = new Properties();
        settings.putAll(Map.of("log.dirs", folder.resolve("logs").toString(), "controller.listener.names", "CONTROLLER",
                "controller.quorum.voters", "1@127.0.0.1:" + controller));
        settings.putAll(more);
        Path file = folder.resolve("server.properties");
        try (var out = Files.newOutputStream(file)) {
            settings.store(out, null);
        }
        int formatted = StorageTool.execute(new String[] {"format", "-t", cluster.toString(), "-c", file.toString()},
                new PrintStream(System.err, true));
        if (formatted != 0) {
            throw new IllegalStateException("cannot format the storage");
        }
        return file;
    }

    /** Starts a server with the settings in a file. */
    static KafkaRaftServer start(Path file) throws IOException {
        Properties settings = new Properties();
        try (var in = Files.newInputStream(file)) {
            settings.load(in);
        }
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
        server.startup();
        return server;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void exchange(String address, Duration warmUp, Duration more) throws Exception {
        Map<String, Object> common = Map.of("bootstrap.servers", address);
        try (Admin admin = Admin.create(common)) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1))).all().get();
        }
        long produced = 0;
        long consumed = 0;
        long sum = 0;
        try (var producer = new KafkaProducer<>(common, new LongSerializer(), new LongSerializer());
                var consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", address, "group.id", "sums", "auto.offset.reset",
                        "earliest"), new LongDeserializer(), new LongDeserializer())) {
            consumer.subscribe(new ArrayList<>(List.of(TOPIC)));
            long ready = System.nanoTime() + warmUp.toNanos();
            long end = ready + more.toNanos();
            boolean said = false;
            while (System.nanoTime() < end || consumed < produced) {
                while (System.nanoTime() < end && produced - consumed < AHEAD) {
                    producer.send(new ProducerRecord<>(TOPIC, produced, produced));
                    produced++;
                }
                for (ConsumerRecord<Long, Long> each : consumer.poll(Duration.ofMillis(100))) {
                    consumed++;
                    sum += each.value();
                }
                if (!said && System.nanoTime() >= ready) {
                    said = true;
                    System.out.println("ready");
                }
            }
        }
        if (consumed != produced || sum != produced * (produced - 1) / 2) {
            throw new IllegalStateException(produced + " produced, " + consumed + " consumed, sum " + sum);
        }
        System.out.println("share=0.0");
        System.out.println("records=" + produced);
    }
}
