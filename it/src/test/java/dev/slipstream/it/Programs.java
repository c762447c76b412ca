package dev.slipstream.it;

import dev.slipstream.it.program.Threads;
import dev.slipstream.lab.Experiment;
import dev.slipstream.pinning.CarrierKeeper;
import dev.slipstream.testkit.Jdk;
import dev.slipstream.testkit.Jvm;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** Programs to fork: those of this module and of the lab, which may call the library. */
final class Programs {
    static final String CLASS_PATH = String.join(File.pathSeparator, placeOf(Threads.class),
            placeOf(Experiment.class), placeOf(CarrierKeeper.class));

    private Programs() {
    }

    /** Returns a JVM for a program. */
    static Jvm on(Jdk jdk) {
        return Jvm.on(jdk, CLASS_PATH);
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
