package dev.slipstream.runtime.naming;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Host that records its calls. */
final class Host implements NamingHost {
    final List<String> refusals = new CopyOnWriteArrayList<>();
    final AtomicInteger seconds = new AtomicInteger();

    @Override
    public void refused(String why) {
        refusals.add(why);
    }

    @Override
    public void everySecond() {
        seconds.incrementAndGet();
    }
}
