package dev.slipstream.cli.prove;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.cli.prove.JdksCommand.Listed;
import dev.slipstream.results.file.Environment.Java;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JdksCommandTest {
    @Test
    void stateAndReasonAreApart() {
        Java jdk = new Java(17, "17.0.15", "17.0.15+6", "Some", "/jdk", Map.of("naming", "active",
                "priority", "declined: needs java.lang.foreign: JDK 21"));
        String json = JdksCommand.json(List.of(new Listed(jdk, "given", true, List.of())));
        JsonObject listed = JsonParser.parseString(json).getAsJsonArray().get(0).getAsJsonObject();
        JsonObject remedies = listed.getAsJsonObject("jdk").getAsJsonObject("remedies");
        assertThat(remedies.getAsJsonObject("naming").toString()).isEqualTo("{\"state\":\"active\",\"reason\":\"\"}");
        assertThat(remedies.getAsJsonObject("priority").toString())
                .isEqualTo("{\"state\":\"declined\",\"reason\":\"needs java.lang.foreign: JDK 21\"}");
        assertThat(listed.get("used").getAsBoolean()).isTrue();
        assertThat(listed.getAsJsonObject("jdk").get("feature").getAsInt()).isEqualTo(17);
    }
}
