package dev.slipstream.agent.rewrite;

/** Change to one method. There are twelve kinds. */
public sealed interface MethodEdit {
    /** Describes, for a message, what must occur in the class exactly once. */
    String what();

    /** Tells whether this edit applies to a method. */
    boolean matches(String name, String descriptor);

    /** Edit of a method with a known name and descriptor. */
    sealed interface InOneMethod extends MethodEdit {
        /** Returns the method's name. */
        String method();

        /** Returns the method's descriptor. */
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
     * Calls a graft on entry, without arguments, and continues.
     *
     * @param graft the graft's class, internal name
     * @param call its static method {@code ()V}, which must not throw
     */
    record CallFirst(String method, String descriptor, String graft, String call) implements InOneMethod {}

    /**
     * Calls a graft on entry, with {@code this}, and continues. Only for instance methods, and not for constructors.
     *
     * @param graft the graft's class, internal name
     * @param call its static method, from the edited method's class to void; the edited method propagates its exceptions
     */
    record TellFirst(String method, String descriptor, String graft, String call) implements InOneMethod {}

    /**
     * Calls a graft on entry, with {@code this} and the arguments, and returns its result unless that is negative. Only for
     * instance methods that return an int.
     *
     * @param graft the graft's class, internal name
     * @param call its static method, from the edited method's class and arguments to int; the edited method propagates its
     *     exceptions
     */
    record AnswerFirst(String method, String descriptor, String graft, String call) implements InOneMethod {}

    /**
     * Calls a graft with {@code this} wherever the method returns normally. Only for instance methods that return void, including
     * constructors. The monitors of synchronized blocks in the body have been released by then.
     *
     * @param graft the graft's class, internal name
     * @param call its static method, from the edited method's class to void; it must not throw
     */
    record CallLast(String method, String descriptor, String graft, String call) implements InOneMethod {}

    /**
     * Calls a graft on entry, with {@code this} and the arguments, and returns at once if the result is true. Only for methods that
     * return void, and not for constructors.
     *
     * @param graft the graft's class, internal name
     * @param call its static method, from the edited method's class (unless the method is static) and its arguments to boolean; what
     *     it throws reaches the caller, before the body has run
     */
    record ReturnIfDone(String method, String descriptor, String graft, String call) implements InOneMethod {}

    /**
     * Calls a graft before and after the body, also if the body throws. The first call receives the method's arguments without
     * {@code this} and returns a token; the second receives the token. If the token is negative, the method returns at once. Only
     * for methods that return void.
     *
     * @param graft the graft's class, internal name
     * @param before its static method, from the edited method's arguments to long
     * @param after its static method {@code (J)V}; neither may throw
     */
    record CallAround(String method, String descriptor, String graft, String before, String after)
            implements InOneMethod {}

    /**
     * Replaces an int constant that follows a given string constant by a call of a graft.
     *
     * @param method a part of the name of every method to search, since compilers move code into lambdas with similar names
     * @param afterString the string constant that the int constant must follow, exactly once in all those methods
     * @param from the constant, 128 to 32,767
     * @param graft the graft's class, internal name
     * @param call its static method {@code ()I}, which must not throw
     */
    record CallForConstantAfter(String method, String afterString, int from, String graft, String call) implements MethodEdit {
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
     * Adds to a string constant that occurs exactly once in all methods of a name.
     *
     * @param from what the constant begins with
     * @param suffix what to append
     */
    record LongerText(String method, String from, String suffix) implements MethodEdit {
        @Override
        public boolean matches(String name, String descriptor) {
            return name.equals(method);
        }

        @Override
        public String what() {
            return method + " with \"" + from + "\"";
        }
    }

    /**
     * Forces the JIT compilers to inline a method wherever it is called, regardless of profiles, as the JDK does with some of its
     * own. Only for classes of java.base: the JVM honours the annotation in no others.
     */
    record BuiltIn(String method, String descriptor) implements InOneMethod {}

    /**
     * Replaces an int constant that occurs exactly once in a method.
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
     * Replaces an int constant that occurs exactly once in a method by a call of a graft.
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
     * Replaces one call of an instance method by a call of a graft.
     *
     * @param owner the class of the method that is no longer called, internal name
     * @param called its name
     * @param calledDescriptor its descriptor, as in the instruction
     * @param graft the graft's class, internal name
     * @param call its static method, from that class and the arguments to the same result
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
