package dev.slipstream.examples.spark;

import dev.slipstream.examples.load.Folder;
import dev.slipstream.examples.load.Load;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark in this JVM alone, which sums up sales in Parquet files. An operation is such a query.
 *
 * <p>Arguments and output: those of {@link Load}. Needs the options in {@code java.options}.
 */
public final class Sales {
    private static final int PER_SECOND = 1;
    private static final int THREADS = 2;
    private static final int FILES = 4;
    private static final long SALES = 160_000;
    private static final int SHOPS = 16;
    private static final int PRICE = 3;
    private static final int QUERIES = 8;

    private final Dataset<Row> sales;

    private Sales(Dataset<Row> sales) {
        this.sales = sales;
    }

    public static void main(String[] args) {
        Load.main(args, PER_SECOND, Sales::run);
    }

    private static void run(Load load) throws Exception {
        try (Folder folder = Folder.create("spark");
                SparkSession spark = SparkSession.builder().master("local[2]").config("spark.driver.bindAddress", "127.0.0.1")
                        .config("spark.driver.host", "127.0.0.1")
                        .config("spark.local.dir", folder.path().resolve("local").toString())
                        .config("spark.sql.warehouse.dir", folder.path().resolve("warehouse").toString())
                        .config("spark.sql.shuffle.partitions", FILES).config("spark.ui.enabled", false)
                        .config("spark.ui.retainedJobs", 50).config("spark.ui.retainedStages", 50)
                        .config("spark.ui.retainedTasks", 500)
                        .config("spark.sql.ui.retainedExecutions", 50).config("spark.log.level", "ERROR").getOrCreate()) {
            String files = folder.path().resolve("sales").toString();
            spark.range(0, SALES, 1, FILES).selectExpr("id", "id % " + SHOPS + " AS shop", "id * " + PRICE + " AS price")
                    .write().parquet(files);
            Sales sales = new Sales(spark.read().parquet(files));
            load.start(THREADS, sales::query);
            load.awaitReady();
            load.awaitEnd();
        }
    }

    /** Sums up the sales of each shop from one on. */
    private void query(long number) {
        long first = number % QUERIES * SHOPS;
        List<Row> totals = sales.where("id >= " + first).groupBy("shop").agg(Map.of("price", "sum", "id", "count"))
                .selectExpr("shop", "`sum(price)`", "`count(id)`").orderBy("shop").collectAsList();
        Load.check(totals.size() == SHOPS, "%d shops", totals.size());
        for (int shop = 0; shop < SHOPS; shop++) {
            long count = (SALES - first) / SHOPS;
            long sum = PRICE * (count * (first + shop) + SHOPS * count * (count - 1) / 2);
            Row row = totals.get(shop);
            Load.check(row.getLong(0) == shop && row.getLong(1) == sum && row.getLong(2) == count,
                    "shop %d has sold %d for %d, by %s", shop, count, sum, row);
        }
    }
}
