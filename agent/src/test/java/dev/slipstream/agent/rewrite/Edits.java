package dev.slipstream.agent.rewrite;

/** Edits of {@link Adder}, with what the tests have it call. */
final class Edits {
    static final String RECORDER = "dev/slipstream/agent/rewrite/Recorder";
    static final String ADD = "(JDILjava/lang/Object;F)V";

    private static final String GATE = "dev/slipstream/agent/rewrite/Gate";

    private Edits() {
    }

    static MethodEdit last(String method, String descriptor) {
        return new MethodEdit.CallLast(method, descriptor, GATE, "last");
    }

    static MethodEdit ifOpen(String method, String descriptor) {
        return new MethodEdit.ReturnIfDone(method, descriptor, GATE, "closed");
    }

    static MethodEdit around(String method, String descriptor) {
        return new MethodEdit.CallAround(method, descriptor, RECORDER, "before", "after");
    }

    static MethodEdit tell(String method, String descriptor) {
        return new MethodEdit.TellFirst(method, descriptor, GATE, "tell");
    }

    static MethodEdit answer(String method, String descriptor, String call) {
        return new MethodEdit.AnswerFirst(method, descriptor, GATE, call);
    }

    static MethodEdit instead(String owner, String called, String descriptor) {
        return new MethodEdit.OtherCall("tries", "(Ljava/lang/Object;)V", owner, called, descriptor, RECORDER, "answer");
    }
}
