import org.jspecify.annotations.NullMarked;

/**
 * Slipstream's remedies for people who would rather call them than load an agent.
 */
@NullMarked module dev.slipstream {
    requires static java.management;
    requires static org.jspecify;

    exports dev.slipstream.arenas;
    exports dev.slipstream.buffering;
    exports dev.slipstream.naming;
    exports dev.slipstream.pinning;
    exports dev.slipstream.priority;
    exports dev.slipstream.text;
}
