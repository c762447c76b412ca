package dev.slipstream.examples.fleet;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Queries of Grafana's dashboard {@code grafana.json}. */
final class Dashboard {
    private Dashboard() {}

    /** Returns the query of each panel by its title, as Grafana asks it if everything is selected. */
    static Map<String, String> queries(Path file) throws IOException {
        Map<String, String> queries = new LinkedHashMap<>();
        for (JsonElement each : JsonParser.parseString(Files.readString(file)).getAsJsonObject().getAsJsonArray("panels")) {
            JsonObject panel = each.getAsJsonObject();
            if (panel.has("targets")) {
                String expression = panel.getAsJsonArray("targets").get(0).getAsJsonObject().get("expr").getAsString();
                queries.put(panel.get("title").getAsString(), expression.replace("$__rate_interval", "5s")
                        .replace("\"$remedy\"", "\"naming\"").replaceAll("\\$(job|instance)", ".*"));
            }
        }
        return queries;
    }
}
