package dev.slipstream.naming;

import dev.slipstream.stress.Handover;

/** The marks and the stack that slots and publisher are made of. In their package, since nobody else is to see them. */
public final class RealHandover implements Handover {
    private final DirtyStack stack = new DirtyStack();
    private final Owner[] owners = {new Owner(), new Owner()};

    private static final class Owner extends Mark {
        private String published;
    }

    @Override
    public void rename(int owner, String name) {
        owners[owner].leave(name, stack);
    }

    /** As {@link NamePublisher} does it. */
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
     * Waits for a name. The publisher's.
     *
     * @param nanos at most that long, unless something is there already
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
     * Waits to be called. The publisher's.
     *
     * @return whether it has taken less than that many nanoseconds
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
