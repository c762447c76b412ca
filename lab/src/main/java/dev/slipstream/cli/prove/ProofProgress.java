package dev.slipstream.cli.prove;

import dev.slipstream.cli.terminal.Terminal;
import dev.slipstream.lab.run.Progress;
import dev.slipstream.lab.run.Prover.Clock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;

/** The progress of a proof on the standard error stream: a bar if that is a terminal, otherwise a line for each step. */
final class ProofProgress {
    private ProofProgress() {}

    /** Returns a factory of the display. */
    static Progress.Factory display() {
        PrintStream err = System.err;
        return Terminal.redraws(Terminal.ERROR) ? Bar::new : clock -> new Lines(clock, err);
    }

    /** Display of a line for each step, for logs. */
    private static final class Lines implements Progress {
        private final Clock clock;
        private final PrintStream out;
        private Standing standing = new Standing(0, 0, 0);

        Lines(Clock clock, PrintStream out) {
            this.clock = clock;
            this.out = out;
        }

        @Override
        public void started(String what) {
            // The end of the step gets the line.
        }

        @Override
        public void ended(String what, String outcome) {
            out.printf("[%s of %s, %s] %s: %s%n", minutes(clock.elapsed()), minutes(clock.budget()), standing, what, outcome);
        }

        @Override
        public void stands(Standing now) {
            standing = now;
        }

        @Override
        public void close() {
            out.flush();
        }

        /** Formats a time as minutes and seconds, such as {@code 4:05}. */
        static String minutes(double seconds) {
            long whole = (long) seconds;
            return String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60);
        }
    }

    /** Display of a bar of the elapsed time, for terminals. */
    static final class Bar implements Progress {
        /** Characters of the task, the percentage, ten cells of the bar, the seconds and the remaining time. */
        private static final int WITHOUT_MESSAGE = 62;

        private final Clock clock;
        private final ProgressBar bar;
        private final int room = Terminal.width() - WITHOUT_MESSAGE;
        private Standing standing = new Standing(0, 0, 0);

        Bar(Clock clock) {
            this.clock = clock;
            bar = Terminal.bar("Proving")
                    .setUnit(" s", 1)
                    .setInitialMax(Math.round(clock.budget()))
                    .setEtaFunction(state -> Optional.of(Duration.ofSeconds(Math.max(0, Math.round(clock.left())))))
                    .build();
        }

        @Override
        public void started(String what) {
            bar.stepTo(Math.round(Math.min(clock.elapsed(), clock.budget())));
            bar.setExtraMessage(message(standing, what, room));
        }

        @Override
        public void ended(String what, String outcome) {
            bar.stepTo(Math.round(Math.min(clock.elapsed(), clock.budget())));
        }

        @Override
        public void stands(Standing now) {
            standing = now;
        }

        @Override
        public void close() {
            bar.setExtraMessage(message(standing, "", room));
            bar.close();
        }

        /** Returns as much as leaves room for a bar that can be read. */
        static String message(Standing standing, String what, int room) {
            String all = standing + (what.isEmpty() ? "" : "; " + what);
            return all.length() <= room ? all
                    : standing.toString().length() <= room ? standing.toString()
                            : standing.decidedHeadlines() + " of " + standing.headlines() + " decided";
        }
    }
}
