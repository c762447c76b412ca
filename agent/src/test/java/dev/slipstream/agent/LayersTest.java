package dev.slipstream.agent;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.slipstream.agent.engine.Remedies;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies between packages. */
class LayersTest {
    private static final List<String> REMEDIES = Remedies.names();
    private static final String RUNTIME = "dev.slipstream.runtime..";
    private static final String[] AGENT = packages("dev.slipstream.agent.%s..");
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.slipstream");

    @Test
    void theRuntimeDoesNotKnowTheAgent() {
        noClasses().that().resideOutsideOfPackage("dev.slipstream.agent..")
                .should().dependOnClassesThat().resideInAPackage("dev.slipstream.agent..").check(CLASSES);
        DescribedPredicate<JavaClass> known = resideInAnyPackage("java..", "dev.slipstream..");
        DescribedPredicate<JavaClass> scheduler = name("dev.slipstream.runtime.pinning.Scheduler").forSubtype();
        classes().that(resideInAPackage(RUNTIME).and(not(scheduler))).should().onlyDependOnClassesThat(known).check(CLASSES);
        classes().that(scheduler).should().onlyDependOnClassesThat(known.or(name("jdk.internal.misc.Unsafe").forSubtype()))
                .check(CLASSES);
    }

    /** All remedies may use it. */
    @Test
    void nativeCallsKnowNoRemedy() {
        classes().that().resideInAPackage("dev.slipstream.runtime.foreign..")
                .should().onlyDependOnClassesThat().resideInAnyPackage("java..", "dev.slipstream.runtime.foreign..")
                .check(CLASSES);
    }

    @Test
    void rewritingIsAFunctionOfBytes() {
        classes().that().resideInAPackage("..agent.rewrite..").should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("..agent.rewrite..", "java.lang", "java.util..", "org.objectweb.asm..")
                .check(CLASSES);
    }

    @Test
    void onlyTheEngineKnowsTheRemedies() {
        noClasses().that().resideInAnyPackage("..agent.plan..", "..agent.counters..", "..agent.rewrite..", "..agent.launch..")
                .or().resideInAnyPackage(AGENT).should().dependOnClassesThat()
                .resideInAnyPackage("..agent.engine..", "java.lang.instrument..").check(CLASSES);
        noClasses().that().resideInAnyPackage("..agent.plan..", "..agent.counters..", "..agent.rewrite..", "..agent.launch..")
                .should().dependOnClassesThat().resideInAnyPackage(AGENT).check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.slipstream.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void remediesDoNotKnowEachOther() {
        slices().assignedFrom(new ByRemedy()).should().notDependOnEachOther().check(CLASSES);
    }

    /** They are on the application's class path, where nothing else of ours is. */
    @Test
    void entriesAndLoaderStayAlone() {
        classes().that().resideInAPackage(Agent.class.getPackageName()).should()
                .onlyDependOnClassesThat(resideInAPackage("java..")
                        .or(equivalentTo(Agent.class)).or(equivalentTo(EngineLoader.class)).or(equivalentTo(Start.class)))
                .check(CLASSES);
    }

    private static String[] packages(String pattern) {
        return REMEDIES.stream().map(pattern::formatted).toArray(String[]::new);
    }

    /** A remedy may have a package of its name in the runtime, and has one in the agent. */
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
