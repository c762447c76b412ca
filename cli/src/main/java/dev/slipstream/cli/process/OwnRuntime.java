package dev.slipstream.cli.process;

/** The Java runtime of this process, which may be an image with few modules. */
public final class OwnRuntime {
    private OwnRuntime() {}

    /**
     * Returns whether it has a module. If not, no class may be linked that names classes of the module in its methods.
     *
     * @param module the module's name
     * @return whether it is there
     */
    public static boolean has(String module) {
        return ModuleLayer.boot().findModule(module).isPresent();
    }
}
