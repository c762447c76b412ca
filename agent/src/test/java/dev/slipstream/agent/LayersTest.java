package dev.slipstream.agent;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.retrofit.Remedies;
import org.junit.jupiter.api.Test;

/** Who may use whom. */
class LayersTest {
    private static final String[] LIBRARY = {"dev.slipstream.pinning..", "dev.slipstream.naming..", "dev.slipstream.priority..",
        "dev.slipstream.buffering..", "dev.slipstream.foreign.."};
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.slipstream");

    @Test
    void theLibraryDoesNotKnowTheAgent() {
        noClasses().that().resideOutsideOfPackage("dev.slipstream.agent..")
                .should().dependOnClassesThat().resideInAPackage("dev.slipstream.agent..").check(CLASSES);
        classes().that().resideInAnyPackage(LIBRARY)
                .should().onlyDependOnClassesThat().resideInAnyPackage("java..", "dev.slipstream..").check(CLASSES);
    }

    /** All remedies may use it. */
    @Test
    void nativeCallsKnowNoRemedy() {
        classes().that().resideInAPackage("dev.slipstream.foreign..")
                .should().onlyDependOnClassesThat().resideInAnyPackage("java..", "dev.slipstream.foreign..").check(CLASSES);
    }

    @Test
    void rewritingIsAFunctionOfBytes() {
        noClasses().that().resideInAPackage("..agent.rewrite..")
                .should().dependOnClassesThat().resideInAnyPackage("java.lang.instrument..", "..agent.engine..",
                        "..agent.plan..", "..agent.retrofit..").check(CLASSES);
    }

    @Test
    void retrofitsDoNotKnowTheEngine() {
        noClasses().that().resideInAnyPackage("..agent.retrofit..", "..agent.plan..")
                .should().dependOnClassesThat().resideInAnyPackage("..agent.engine..", "java.lang.instrument..").check(CLASSES);
    }

    @Test
    void remediesDoNotKnowEachOther() {
        slices().assignedFrom(new ByRemedy()).should().notDependOnEachOther().check(CLASSES);
    }

    /** It is on the application's class path, where nothing else of ours is. */
    @Test
    void theEntryStaysAlone() {
        classes().that().haveFullyQualifiedName(Agent.class.getName())
                .should().onlyDependOnClassesThat(resideInAPackage("java..").or(equivalentTo(Agent.class))).check(CLASSES);
    }

    /** A remedy's classes begin with its name, in the agent, or lie in its package, in the library. */
    private static final class ByRemedy implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            for (Retrofit retrofit : Remedies.all()) {
                String name = retrofit.remedy();
                String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
                if (type.getPackageName().equals("dev.slipstream." + name) || type.getSimpleName().startsWith(capital)) {
                    return SliceIdentifier.of(name);
                }
            }
            return SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "remedies";
        }
    }
}
