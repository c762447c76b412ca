package dev.slipstream.agent.rewrite;

/** A change to the body of one method. These three kinds are all there is. */
public sealed interface MethodEdit {
    /** The method's name. */
    String method();

    /** The method's descriptor. */
    String descriptor();

    /**
     * Calls a graft first, without arguments, and goes on.
     *
     * @param graft the graft's class, internal name
     * @param call its static method {@code ()V}, which must not throw
     */
    record CallFirst(String method, String descriptor, String graft, String call) implements MethodEdit {
    }

    /**
     * Calls a graft before and after, also when the body throws. The first call is given the method's arguments without
     * {@code this} and returns a token, the second is given the token; if the token is negative the method returns at once.
     * Only for methods that return nothing.
     *
     * @param graft the graft's class, internal name
     * @param before its static method, arguments of the edited method to long
     * @param after its static method {@code (J)V}; neither may throw
     */
    record CallAround(String method, String descriptor, String graft, String before, String after)
            implements MethodEdit {
    }

    /**
     * Uses another int constant.
     *
     * @param from the constant, which must stand in the method exactly once
     * @param to its replacement, 0 to 32,767
     */
    record OtherConstant(String method, String descriptor, int from, int to) implements MethodEdit {
    }
}
