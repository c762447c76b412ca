package dev.slipstream.agent.retrofit;

import dev.slipstream.agent.plan.Retrofit;
import java.util.List;
import java.util.Set;

/** Every retrofit there is. A new remedy is added here. */
public final class Remedies {
    private Remedies() {
    }

    /** A fresh one of each. */
    public static List<Retrofit> all() {
        return List.of(new PinningRetrofit(), new NamingRetrofit(), new ArenasRetrofit(), new PriorityRetrofit(),
                new BufferingRetrofit(), new TextRetrofit());
    }

    /** Those that are on when the user names none. */
    public static Set<String> byDefault() {
        return Set.of("pinning", "naming", "arenas");
    }
}
