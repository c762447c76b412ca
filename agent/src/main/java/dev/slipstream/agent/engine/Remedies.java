package dev.slipstream.agent.engine;

import dev.slipstream.agent.arenas.ArenasRetrofit;
import dev.slipstream.agent.buffering.BufferingRetrofit;
import dev.slipstream.agent.naming.NamingRetrofit;
import dev.slipstream.agent.pinning.PinningRetrofit;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Vocabulary;
import dev.slipstream.agent.priority.PriorityRetrofit;
import dev.slipstream.agent.text.TextRetrofit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** All retrofits. Register a new remedy here. */
public final class Remedies {
    private Remedies() {}

    /** Returns a new instance of each. */
    public static List<Retrofit> all() {
        return List.of(new PinningRetrofit(), new NamingRetrofit(), new ArenasRetrofit(), new PriorityRetrofit(),
                new BufferingRetrofit(), new TextRetrofit());
    }

    /** Returns their names, in alphabetical order. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Retrofit retrofit : all()) {
            names.add(retrofit.remedy().name());
        }
        Collections.sort(names);
        return names;
    }

    /** Returns the words for all of them. */
    public static Vocabulary vocabulary() {
        List<Remedy> remedies = new ArrayList<>();
        for (Retrofit retrofit : all()) {
            remedies.add(retrofit.remedy());
        }
        return new Vocabulary(remedies);
    }
}
