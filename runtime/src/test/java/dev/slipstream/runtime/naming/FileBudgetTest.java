package dev.slipstream.runtime.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FileBudgetTest {
    private static final int PRICE = FileBudget.RENAMES_PER_FILE;

    private final FileBudget budget = new FileBudget();
    private final Thread thread = Thread.currentThread();

    private int grants() {
        int grants = 0;
        while (budget.grants(thread, NameSlot.THRESHOLD)) {
            grants++;
        }
        return grants;
    }

    @Test
    void renamesPayForFiles() {
        assertThat(grants()).isEqualTo(FileBudget.FILES);
        budget.earn(PRICE - 1);
        assertThat(grants()).isZero();
        budget.earn(1);
        assertThat(grants()).isEqualTo(1);
        budget.earn(1_000L * PRICE * FileBudget.FILES);
        assertThat(grants()).as("no more than at first").isEqualTo(FileBudget.FILES);
    }

    @Test
    void aThreadThatHasPaidFiftyTimesGetsItsFile() {
        grants();
        assertThat(budget.grants(thread, FileBudget.MANY - 1)).isFalse();
        assertThat(budget.grants(thread, FileBudget.MANY)).isTrue();
    }

    @Test
    void oneThreadIsExempt() {
        grants();
        budget.exempt(thread);
        assertThat(budget.grants(thread, NameSlot.THRESHOLD)).isTrue();
        assertThat(budget.grants(new Thread(), NameSlot.THRESHOLD)).isFalse();
        budget.exempt(null);
        assertThat(budget.grants(thread, NameSlot.THRESHOLD)).isFalse();
    }

    /** Threads of any lengths: the price of all files is at most the first credit, what was saved, and a fiftieth of what was paid. */
    @Test
    void theWorstProgramPaysLittle() {
        Random random = new Random(3);
        for (int longest : new int[] {10, 24, 100, 300, 1_000, 20_000, 100_000}) {
            FileBudget each = new FileBudget();
            long files = 0;
            long saved = 0;
            long paid = 0;
            for (int i = 0; i < 5_000; i++) {
                int renames = 1 + random.nextInt(longest);
                int tried = NameSlot.THRESHOLD;
                while (tried < renames && !each.grants(thread, tried)) {
                    tried *= 2;
                }
                paid += Math.min(tried, renames);
                if (tried < renames) {
                    files++;
                    saved += renames - tried;
                    each.earn(renames - tried);
                }
            }
            assertThat(files * PRICE).as("%d renames at most", longest)
                    .isLessThanOrEqualTo((long) FileBudget.FILES * PRICE + saved + paid / 50);
        }
    }
}
