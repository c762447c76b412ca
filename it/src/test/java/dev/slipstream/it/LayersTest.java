package dev.slipstream.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.slipstream.it.program.AllCosts;
import dev.slipstream.it.program.HoldsMonitors;
import dev.slipstream.it.program.ThreadLimit;
import dev.slipstream.lab.experiment.Experiments;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies between packages of tests, of the programs that they fork, and of the test kit. */
class LayersTest {
    private static final String PROGRAMS = "dev.slipstream.it.program";
    private static final List<String> REMEDIES = Experiments.remedies();
    private static final String[] OF_REMEDIES = packages("dev.slipstream.it.%s..", PROGRAMS + ".%s..");

    /** Classes that concern several remedies, or one among all. */
    private static final Class<?>[] ABOVE =
            {AllCosts.class, HoldsMonitors.class, OurThreadsTest.class, ThreadLimit.class};
    private static final JavaClasses CLASSES =
            new ClassFileImporter().importPackages("dev.slipstream.it", "dev.slipstream.testkit");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.slipstream.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void remediesDoNotKnowEachOther() {
        slices().assignedFrom(new ByRemedy()).should().notDependOnEachOther().check(CLASSES);
    }

    @Test
    void whatAllShareKnowsNoRemedy() {
        noClasses().that().resideOutsideOfPackages(OF_REMEDIES).and().doNotBelongToAnyOf(ABOVE)
                .should().dependOnClassesThat().resideInAnyPackage(OF_REMEDIES).check(CLASSES);
    }

    @Test
    void programsOfARemedyUseNoneOfThoseAboveThem() {
        noClasses().that().resideInAnyPackage(packages(PROGRAMS + ".%s..")).or().resideInAPackage(PROGRAMS + ".common..")
                .should().dependOnClassesThat().resideInAPackage(PROGRAMS).check(CLASSES);
    }

    /** The library's tests use it, too. */
    @Test
    void theKitKnowsTheJdkAlone() {
        classes().that().resideInAPackage("dev.slipstream.testkit..").should()
                .onlyDependOnClassesThat().resideInAnyPackage("java..", "jdk.jfr..", "com.sun.tools.attach..",
                        "dev.slipstream.testkit..")
                .check(CLASSES);
    }

    private static String[] packages(String... patterns) {
        return Stream.of(patterns).flatMap(pattern -> REMEDIES.stream().map(pattern::formatted)).toArray(String[]::new);
    }

    /** A remedy has a package of its name for its tests, and one for their programs. */
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
