package dev.slipstream.runtime.naming;

import dev.slipstream.stress.naming.Renames;

/** The marks and the stack of slots and publisher, package-private classes of the runtime. */
public final class RealHandover implements Renames.Handover {
    private final DirtyStack stack = new DirtyStack();
    private final Owner[] owners = {new Owner(), new Owner()};

    private static final class Owner extends Mark {
        private String published;
    }

    @Override
    public void rename(int owner, String name) {
        owners[owner].leave(name, stack);
    }

    /** Makes a pass as {@link NamePublisher} does. */
    @Override
    public void pass() {
        for (DirtyStack.Entry entry = stack.take(); entry != null; entry = entry.next()) {
            ((Owner) entry.mark).published = entry.mark.fetch();
        }
    }

    @Override
    public String published(int owner) {
        return owners[owner].published;
    }

    /** Leaves a name for a publisher that may be asleep. */
    public void renameOne(String name) {
        owners[0].leave(name, stack);
    }

    /**
     * Waits for a name, as the publisher.
     *
     * @param nanos the longest wait; there is none if a name is already there
     * @return whether there is one
     */
    public boolean await(long nanos) {
        stack.setPublisher(Thread.currentThread());
        DirtyStack.Entry first = stack.take();
        if (first == null) {
            stack.sleep(nanos);
            first = stack.take();
        }
        return first != null;
    }

    /**
     * Waits for a call, as the publisher.
     *
     * @return whether the call came in less than {@code nanos}
     */
    public boolean awaitCall(long nanos) {
        stack.setPublisher(Thread.currentThread());
        long start = System.nanoTime();
        stack.sleep(nanos);
        return System.nanoTime() - start < nanos;
    }

    /** Calls the publisher. */
    public void call() {
        stack.wake();
    }
}
