package dev.slipstream.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.slipstream.lab.experiment.Experiments;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies between packages of the command line and of the lab. */
class LayersTest {
    private static final List<String> REMEDIES = Experiments.remedies();
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.slipstream.cli", "dev.slipstream.diagnose", "dev.slipstream.lab",
                    "dev.slipstream.results");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.slipstream.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void theLabDoesNotKnowTheCommandLine() {
        noClasses().that().resideInAnyPackage("dev.slipstream.lab..", "dev.slipstream.results..")
                .should().dependOnClassesThat().resideInAPackage("dev.slipstream.cli..").check(CLASSES);
    }

    @Test
    void statisticsKnowNoJvm() {
        noClasses().that().resideInAnyPackage("dev.slipstream.results.stats..", "dev.slipstream.lab.pairs..")
                .should().dependOnClassesThat()
                .resideOutsideOfPackages("dev.slipstream.results.stats..", "dev.slipstream.lab.pairs..",
                        "java.lang..", "java.util..", "java.time..", "org.apache.commons..", "com.google.gson.annotations..")
                .check(CLASSES);
    }

    @Test
    void remediesDoNotKnowEachOther() {
        slices().assignedFrom(new ByRemedy()).should().notDependOnEachOther().check(CLASSES);
    }

    @Test
    void onlyTheListOfDetectorsKnowsTheRemedies() {
        String[] detectors = packages("dev.slipstream.diagnose.%s..");
        noClasses().that().resideInAPackage("dev.slipstream.diagnose..").and().resideOutsideOfPackages(detectors)
                .and().doNotHaveFullyQualifiedName("dev.slipstream.diagnose.Detectors")
                .should().dependOnClassesThat().resideInAnyPackage(detectors).check(CLASSES);
    }

    /** It is published as a library. */
    @Test
    void theDiagnosisHasNoPublicFieldThatChanges() {
        fields().that().areDeclaredInClassesThat().resideInAPackage("dev.slipstream.diagnose..").and().arePublic()
                .should().beFinal().check(CLASSES);
    }

    /** The terminal and the report know findings and results, and treat all remedies alike. */
    @Test
    void outputKnowsNoRemedy() {
        for (String pattern : List.of("..diagnose.%s..", "..experiment.%s..")) {
            noClasses().that().resideInAnyPackage("..diagnose.output..", "..cli.report..", "..cli.trial..", "..lab.run..",
                    "..results..").should().dependOnClassesThat().resideInAnyPackage(packages(pattern)).check(CLASSES);
        }
    }

    private static String[] packages(String pattern) {
        return REMEDIES.stream().map(pattern::formatted).toArray(String[]::new);
    }

    /** A remedy has a package of its name in each. */
    private static final class ByRemedy implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return Stream.of(type.getPackageName().split("\\.")).filter(REMEDIES::contains).findFirst()
                    .map(SliceIdentifier::of).orElseGet(SliceIdentifier::ignore);
        }

        @Override
        public String getDescription() {
            return "remedies";
        }
    }
}
