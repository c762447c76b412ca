package dev.slipstream.agent.plan;

/** What has become of a remedy in this JVM. */
public enum State {
    /** Installed and working. */
    ACTIVE,
    /** This JDK does not pay the cost. */
    UNNEEDED,
    /** This JDK is not as the remedy expects it, or the user's options leave nothing to do. */
    DECLINED,
    /** Something went wrong; what had been done was taken back. */
    FAILED,
    /** It worked until another agent changed the classes that it rewrites, again and again; what was left was taken back. */
    LOST,
    /** Not asked for, or taken back on request. */
    OFF;

    /** As the user reads it. */
    public String text(String reason) {
        switch (this) {
            case FAILED:
                return "failed: " + reason + ", undone";
            case LOST:
                return "lost: " + reason;
            case DECLINED:
                return "declined: " + reason;
            case UNNEEDED:
                return "unneeded" + inBrackets(reason);
            case ACTIVE:
                return "active" + inBrackets(reason);
            default:
                return "off";
        }
    }

    private static String inBrackets(String reason) {
        return reason.isEmpty() ? "" : " (" + reason + ")";
    }
}
