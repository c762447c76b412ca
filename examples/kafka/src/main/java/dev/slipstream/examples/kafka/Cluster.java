package dev.slipstream.examples.kafka;

import dev.slipstream.examples.load.Folder;
import dev.slipstream.examples.load.Load;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;

/**
 * Kafka as it is, with two brokers, one of which is killed and started again. The other, the controller, a producer and a consumer are in
 * this JVM; the broker that is killed has a JVM of its own with the same options. An operation is a number, from when it is to be produced
 * until it is consumed: each exactly once, and in order within its partition. If {@link Load#onlyReads}, no broker is killed, and a number
 * is produced when the one before has been consumed.
 *
 * <p>Arguments and output: those of {@link Load}. Also prints how many times the broker was started again, as {@code restarts=}.
 */
public final class Cluster {
    private static final String TOPIC = "numbers";
    private static final int PARTITIONS = 4;
    private static final short REPLICAS = 2;
    private static final int PER_SECOND = 500;
    private static final int RESTARTS = 5;

    private final Load load;
    private final Path settings;
    private final Semaphore places;
    private volatile Process member;
    private int restarts;
    private volatile long produced = Long.MAX_VALUE;
    private volatile long consumed;

    private Cluster(Load load, Path settings) {
        this.load = load;
        this.settings = settings;
        places = new Semaphore(load.onlyReads() ? 1 : Integer.MAX_VALUE);
    }

    public static void main(String[] args) {
        Load.main(args, PER_SECOND, Cluster::run);
    }

    private static void run(Load load) throws Exception {
        int port = Broker.freePort();
        int controller = Broker.freePort();
        Uuid id = Uuid.randomUuid();
        // A broker that was killed is missed, and gets its partitions back, sooner than by default.
        Map<String, String> common = Map.of("offsets.topic.replication.factor", "2", "broker.heartbeat.interval.ms", "500",
                "broker.session.timeout.ms", "3000", "leader.imbalance.check.interval.seconds", "5");
        Map<String, String> first = new HashMap<>(common);
        first.putAll(Map.of("process.roles", "broker,controller", "node.id", "1",
                "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controller));
        Map<String, String> second = new HashMap<>(common);
        second.putAll(
                Map.of("process.roles", "broker", "node.id", "2", "listeners", "PLAINTEXT://127.0.0.1:" + Broker.freePort()));
        try (Folder folder = Folder.create("kafka")) {
            Path one = Files.createDirectory(folder.path().resolve("1"));
            Path two = Files.createDirectory(folder.path().resolve("2"));
            KafkaRaftServer server = Broker.start(Broker.prepare(one, id, controller, first));
            Cluster cluster = new Cluster(load, Broker.prepare(two, id, controller, second));
            try {
                cluster.startMember();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> cluster.member.destroyForcibly()));
                cluster.exchange("127.0.0.1:" + port);
                cluster.endMember();
            } finally {
                cluster.member.destroyForcibly().waitFor();
                server.shutdown();
                server.awaitShutdown();
            }
        }
    }

    private void exchange(String address) throws Exception {
        Map<String, Object> common = Map.of("bootstrap.servers", address);
        try (Admin admin = Admin.create(common)) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, REPLICAS))).all().get();
        }
        Thread consuming = load.thread("consuming", () -> consume(common));
        Map<String, Object> reliably = Map.of("bootstrap.servers", address, "acks", "all", "enable.idempotence", "true",
                "linger.ms", load.onlyReads() ? 0 : 5); // the default
        try (var producer = new KafkaProducer<>(reliably, new LongSerializer(), new LongSerializer())) {
            load.issue(1, number -> {
                places.acquire();
                int partition = (int) (number % PARTITIONS);
                producer.send(new ProducerRecord<>(TOPIC, partition, number, number), (to, failure) -> {
                    if (failure != null) {
                        load.fail(failure);
                    }
                });
            });
            load.awaitReady();
            Thread restarting = load.thread("restarting", () -> {
                if (!load.onlyReads()) {
                    restart();
                }
            });
            produced = load.awaitEnd();
            load.await(restarting);
        }
        load.await(consuming);
        Load.check(consumed == produced, "%d numbers were produced, and %d consumed", produced, consumed);
        System.out.println("restarts=" + restarts);
    }

    private void consume(Map<String, Object> common) {
        long[] next = IntStream.range(0, PARTITIONS).asLongStream().toArray();
        try (var consumer = new KafkaConsumer<>(common, new LongDeserializer(), new LongDeserializer())) {
            List<TopicPartition> all =
                    IntStream.range(0, PARTITIONS).mapToObj(partition -> new TopicPartition(TOPIC, partition)).toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            while (consumed < produced) {
                for (ConsumerRecord<Long, Long> each : consumer.poll(Duration.ofMillis(100))) {
                    long expected = next[each.partition()];
                    Load.check(each.value() == expected, "partition %d has %d instead of %d", each.partition(), each.value(),
                            expected);
                    next[each.partition()] += PARTITIONS;
                    consumed++;
                    places.release();
                    load.done(expected);
                }
            }
        }
    }

    /** Kills and starts the other broker at the end of each sixth of the time but the last, or later if it takes longer to start. */
    private void restart() throws Exception {
        long begin = System.nanoTime();
        while (restarts < RESTARTS && produced == Long.MAX_VALUE) {
            long due = TimeUnit.SECONDS.toNanos(load.seconds()) * (restarts + 1) / (RESTARTS + 1);
            TimeUnit.NANOSECONDS.sleep(begin + due - System.nanoTime());
            member.toHandle().destroyForcibly(); // leaves its output to the thread that reads it
            member.waitFor();
            startMember();
            restarts++;
        }
    }

    private void startMember() throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Member.class.getName(), settings.toString()));
        member = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader lines = member.inputReader();
        String line = lines.readLine();
        while (line != null && !line.equals("serving")) {
            System.err.println(line);
            line = lines.readLine();
        }
        if (line == null) {
            throw new IOException("the other broker does not start");
        }
        load.thread("output", () -> lines.lines().forEach(System.err::println));
    }

    private void endMember() throws Exception {
        member.getOutputStream().close();
        Load.check(member.waitFor(Load.PATIENCE_MILLIS, TimeUnit.MILLISECONDS) && member.exitValue() == 0,
                "the other broker did not end properly");
    }
}
