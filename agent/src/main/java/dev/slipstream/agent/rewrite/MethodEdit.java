package dev.slipstream.agent.rewrite;

/** A change to one method. These eleven kinds are all there is. */
public sealed interface MethodEdit {
    /** What must be in the class exactly once, for a message. */
    String what();

    /** Whether a method is to be looked at. */
    boolean matches(String name, String descriptor);

    /** An edit of a method whose name and descriptor are known. */
    sealed interface InOneMethod extends MethodEdit {
        /** The method's name. */
        String method();

        /** The method's descriptor. */
        String descriptor();

        @Override
        default boolean matches(String name, String itsDescriptor) {
            return method().equals(name) && descriptor().equals(itsDescriptor);
        }

        @Override
        default String what() {
            return method() + descriptor();
        }
    }

    /**
     * Calls a graft first, without arguments, and goes on.
     *
     * @param graft the graft's class, internal name
     * @param call its static method {@code ()V}, which must not throw
     */
    record CallFirst(String method, String descriptor, String graft, String call) implements InOneMethod {
    }

    /**
     * Calls a graft first, with {@code this}, and goes on. Only for instance methods, and not for constructors.
     *
     * @param graft the graft's class, internal name
     * @param call its static method, of the edited method's class to nothing; what it throws the method throws
     */
    record TellFirst(String method, String descriptor, String graft, String call) implements InOneMethod {
    }

    /**
     * Asks a graft first, with {@code this} and the arguments, and returns its answer unless that is negative. Only for instance
     * methods that return an int.
     *
     * @param graft the graft's class, internal name
     * @param call its static method, of the edited method's class and its arguments to int; what it throws the method throws
     */
    record AnswerFirst(String method, String descriptor, String graft, String call) implements InOneMethod {
    }

    /**
     * Calls a graft last, with {@code this}, wherever the method returns; not where it throws. Only for instance methods that
     * return nothing; constructors are among them. Where a body is synchronized by itself, its monitor has been left by then.
     *
     * @param graft the graft's class, internal name
     * @param call its static method, of the edited method's class to nothing; it must not throw
     */
    record CallLast(String method, String descriptor, String graft, String call) implements InOneMethod {
    }

    /**
     * Calls a graft first, with {@code this} and the arguments, and returns at once if it says true. Only for methods that return
     * nothing, and not for constructors.
     *
     * @param graft the graft's class, internal name
     * @param call its static method, of the edited method's class, unless that is static, and its arguments to boolean; it must
     *         not throw
     */
    record ReturnIfDone(String method, String descriptor, String graft, String call) implements InOneMethod {
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
            implements InOneMethod {
    }

    /**
     * Uses another int constant.
     *
     * @param method a part of the name of every method to search, since compilers move code into lambdas of like names
     * @param afterString the string constant behind which the int constant must stand, exactly once in all those methods
     * @param from the constant, -32,768 to 32,767
     * @param to its replacement, in the same range
     */
    record OtherConstant(String method, String afterString, int from, int to) implements MethodEdit {
        @Override
        public boolean matches(String name, String descriptor) {
            return name.contains(method);
        }

        @Override
        public String what() {
            return method + " with " + from + " behind \"" + afterString + "\"";
        }
    }

    /**
     * Has the JIT compilers build a method in wherever it is called, as the JDK does with some of its own, whatever they have seen.
     * Only for classes of java.base, since the JVM heeds that in no others.
     */
    record BuiltIn(String method, String descriptor) implements InOneMethod {
    }

    /**
     * Uses another int constant where a method has it exactly once.
     *
     * @param from the constant, 6 to 32,767
     * @param to its replacement, in the same range; may be the same
     */
    record OnlyConstant(String method, String descriptor, int from, int to) implements InOneMethod {
        @Override
        public String what() {
            return method + descriptor + " with one " + from;
        }
    }

    /**
     * Asks a graft in place of an int constant that a method has exactly once.
     *
     * @param from the constant, 6 to 32,767
     * @param graft the graft's class, internal name
     * @param call its static method {@code ()I}, which must not throw
     */
    record CallForConstant(String method, String descriptor, int from, String graft, String call) implements InOneMethod {
        @Override
        public String what() {
            return method + descriptor + " with one " + from;
        }
    }

    /**
     * Calls a graft instead of an instance method, in one place of a method.
     *
     * @param owner the class of the method that is called no more, internal name
     * @param called its name
     * @param calledDescriptor its descriptor, as it stands in the instruction
     * @param graft the graft's class, internal name
     * @param call its static method, of that class and the arguments to the same result
     */
    record OtherCall(String method, String descriptor, String owner, String called, String calledDescriptor, String graft,
            String call) implements InOneMethod {
        boolean replaces(String itsOwner, String name, String itsDescriptor) {
            return owner.equals(itsOwner) && called.equals(name) && calledDescriptor.equals(itsDescriptor);
        }

        @Override
        public String what() {
            return method + descriptor + " with a call of " + owner + "." + called + calledDescriptor;
        }
    }
}
