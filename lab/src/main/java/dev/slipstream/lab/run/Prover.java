package dev.slipstream.lab.run;

import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs a plan and writes down what it finds as it goes. What has run before in the same folder is not run again, so a proof
 * that was stopped goes on where it was. For one use by one thread.
 */
public final class Prover {
    private final Plan plan;
    private final Heading heading;
    private final Path output;
    private final Progress.Factory progress;
    private final Forks forks;
    private final Schedule schedule = new Schedule();

    /**
     * Prepares, and runs nothing yet.
     *
     * @param plan what to run
     * @param heading what else there is to say of the run
     * @param output the folder for results, journal and logs, made if it is missing
     * @param progress how to show progress
     */
    public Prover(Plan plan, Heading heading, Path output, Progress.Factory progress) {
        this(plan, heading, output, progress, ForkRunner::run);
    }

    /** Runs forks its own way. */
    Prover(Plan plan, Heading heading, Path output, Progress.Factory progress, Forks forks) {
        this.forks = forks;
        this.plan = plan;
        this.heading = heading;
        this.output = output;
        this.progress = progress;
    }

    /**
     * Runs the plan.
     *
     * @param extension how to go on until claims are decided; {@link Extension#NONE} for the planned number of pairs
     * @return what was found; if the thread was interrupted, what had been found until then, with what is missing. The thread
     *     is still interrupted then, and whatever ran was killed
     * @throws IOException if results, journal or logs cannot be written
     */
    public Results prove(Extension extension) throws IOException {
        Path logs = Files.createDirectories(output.resolve("logs"));
        Journal journal = new Journal(output.resolve("forks"));
        Judge judge = new Judge(journal, extension.untilDecided());
        Findings findings = new Findings(plan, journal, judge);
        Writer writer = new Writer(findings, journal, heading, output);
        for (Plan.Planned planned : plan.planned()) {
            journal.load(planned.step());
            schedule.add(planned.step().toString(), planned.count(), planned.secondsEach());
        }
        OrphanGuard guard = new OrphanGuard();
        try (Progress shown = progress.begin(schedule)) {
            StepRunner steps = new StepRunner(plan.bench(), forks, logs, journal, schedule, shown);
            run(steps, writer);
            extension.run(findings, judge, steps, schedule, writer, journal);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            guard.remove();
        }
        return writer.write();
    }

    private void run(StepRunner steps, Writer writer) throws IOException, InterruptedException {
        for (Workload workload : plan.floors()) {
            run(Plan.FLOORS, workload, steps);
        }
        for (Map.Entry<Experiment, List<Part>> entry : plan.experiments().entrySet()) {
            String group = entry.getKey().remedy();
            for (Part part : entry.getValue()) {
                for (Workload workload : part.workloads()) {
                    run(group, workload, steps);
                    writer.write();
                }
                for (Scenario scenario : part.scenarios()) {
                    run(group, scenario, steps);
                }
                writer.write();
            }
        }
    }

    private static void run(String group, Workload workload, StepRunner steps) throws IOException, InterruptedException {
        List<List<Subject>> rounds = Plan.rounds(workload);
        for (int round = 0; round < rounds.size(); round++) {
            for (Subject subject : rounds.get(round)) {
                steps.fork(new Step(group, workload.id(), subject), workload, round);
            }
        }
    }

    private static void run(String group, Scenario scenario, StepRunner steps) throws IOException, InterruptedException {
        for (Subject subject : scenario.subjects().keySet()) {
            for (int run = 0; run < scenario.runs(subject); run++) {
                steps.scenario(new Step(group, scenario.id(), subject), scenario, run);
            }
        }
    }
}
