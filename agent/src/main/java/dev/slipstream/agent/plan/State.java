package dev.slipstream.agent.plan;

/** State of a remedy in this JVM. */
public enum State {
    /** Installed and working. */
    ACTIVE(1),
    /** This JDK does not have the cost that the remedy removes. */
    UNNEEDED(2),
    /** This JDK differs from what the remedy expects, or the user's options leave nothing to do. */
    DECLINED(3),
    /** Installation or operation failed; changes were undone. */
    FAILED(4),
    /** Worked until other agents' changes to the rewritten classes could not be overcome; remaining changes were undone. */
    LOST(5),
    /** Not undone, for want of memory: its methods stay rewritten. The next request tries again. */
    STUCK(6),
    /** Not requested, or removed on request. */
    OFF(0);

    private final int number;

    State(int number) {
        this.number = number;
    }

    /** Returns the number by which metrics name the state: above 2 it was requested and is not in force. */
    public int number() {
        return number;
    }

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
