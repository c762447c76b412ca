package dev.slipstream.agent.plan;

/** State of a remedy in this JVM. */
public enum State {
    /** Installed and working. */
    ACTIVE,
    /** This JDK does not have the cost that the remedy removes. */
    UNNEEDED,
    /** This JDK differs from what the remedy expects, or the user's options leave nothing to do. */
    DECLINED,
    /** Installation or operation failed; changes were undone. */
    FAILED,
    /** Worked until other agents' changes to the rewritten classes could not be overcome; remaining changes were undone. */
    LOST,
    /** Not undone, for want of memory: its methods stay rewritten. The next request tries again. */
    STUCK,
    /** Not requested, or removed on request. */
    OFF;

    /** Returns the state with its reason, as shown to the user. */
    public String text(String reason) {
        switch (this) {
            case FAILED:
                return "failed: " + reason + ", undone";
            case LOST:
                return "lost: " + reason;
            case STUCK:
                return "stuck: " + reason;
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
