package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit;
import java.util.List;
import java.util.Set;

/** All retrofits. Register a new remedy here. */
public final class Remedies {
    private Remedies() {
    }

    /** Returns a new instance of each. */
    public static List<Retrofit> all() {
        return List.of(new PinningRetrofit(), new NamingRetrofit(), new ArenasRetrofit(), new PriorityRetrofit(),
                new BufferingRetrofit(), new TextRetrofit());
    }

    /** Returns the remedies that are on if the user names none. */
    public static Set<String> byDefault() {
        return Set.of("pinning", "naming", "arenas");
    }
}
