package dev.slipstream.results;

import java.util.List;
import java.util.ServiceLoader;

/**
 * The parts of an experiment that compare the library with others. They are services of a module of their own, with those others, which
 * nothing else needs.
 */
public interface LibraryParts {

    /**
     * Returns the name of the remedy to whose experiment they belong.
     *
     * @return one word
     */
    String remedy();

    /**
     * Sets the parts up, as {@link Experiment#parts}.
     *
     * @param bench the available JDKs
     * @return the parts, in order
     */
    List<Part> parts(Bench bench);

    /**
     * Returns the parts for an experiment.
     *
     * @param remedy the name of its remedy
     * @param bench the available JDKs
     * @return the parts, in order; none if the module is not there, or has none for this remedy
     */
    static List<Part> of(String remedy, Bench bench) {
        return ServiceLoader.load(LibraryParts.class, LibraryParts.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.remedy().equals(remedy)).flatMap(each -> each.parts(bench).stream()).toList();
    }
}
