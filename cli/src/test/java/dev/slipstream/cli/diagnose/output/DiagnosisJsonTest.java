package dev.slipstream.cli.diagnose.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;
import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.diagnose.result.DiagnosisJson;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Test of the document that programs read. */
class DiagnosisJsonTest {
    private static Validator.Result validated(String json) {
        Validator validator = new ValidatorFactory().withJsonNodeFactory(new GsonNode.Factory()).createValidator();
        URI schema = validator.registerSchema(DiagnosisJson.schemaText());
        return validator.validate(schema, json);
    }

    @Test
    void isAsTheSchemaSays() {
        String json = DiagnosisJson.of(List.of(Found.two(), Found.recorded(), Found.none(), Found.hanging(),
                Found.hostile("\"\\\u0000</script>")), "0.1.0");
        Validator.Result result = validated(json);
        assertThat(result.getErrors()).extracting(error -> error.getInstanceLocation() + " " + error.getError()).isEmpty();
        assertThat(result.isValid()).isTrue();
        assertThat(JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("diagnoses"))
                .allSatisfy(diagnosis -> assertThat(diagnosis.getAsJsonObject().getAsJsonArray("findings"))
                        .extracting(finding -> finding.getAsJsonObject().get("remedy").getAsString())
                        .isSubsetOf(Remedies.names()));
    }

    @Test
    void theSchemaRefusesOthers() {
        String json = DiagnosisJson.of(List.of(Found.two()), "");
        assertThat(validated(json.replace("\"not-paid\"", "\"NOT_PAID\"")).isValid()).isFalse();
        assertThat(validated(json.replace("\"seconds\": 30.2", "\"seconds\": \"30.2\"")).isValid()).isFalse();
        assertThat(validated(json.replace("\"caveats\"", "\"more\"")).isValid()).isFalse();
        assertThat(validated(json.replace("\"remedy\": \"naming\"", "\"remedy\": \"No name\"")).isValid()).isFalse();
        assertThat(validated(json.replace("\"value\": 0.31", "\"value\": 31")).isValid()).isFalse();
    }

    @Test
    void namesVerdictsInWords() {
        JsonObject json = JsonParser.parseString(DiagnosisJson.of(List.of(Found.two()), "0.1.0")).getAsJsonObject();
        assertThat(json.get("schema").getAsString()).isEqualTo("slipstream-diagnosis");
        assertThat(json.getAsJsonArray("diagnoses").get(0).getAsJsonObject().getAsJsonArray("findings"))
                .extracting(finding -> finding.getAsJsonObject().get("verdict").getAsString())
                .containsExactly("not-paid", "paid", "paid", "not-here", "unknown", "not-paid");
    }
}
