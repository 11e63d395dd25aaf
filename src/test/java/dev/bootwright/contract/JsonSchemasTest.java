package dev.bootwright.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonValue;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import dev.bootwright.base.Digest;
import dev.bootwright.base.StepId;
import dev.bootwright.bench.BenchRow;
import dev.bootwright.bench.Probe;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.Finding;
import dev.bootwright.pipeline.RunResult;
import dev.bootwright.plan.BootstrapPlan;
import dev.bootwright.step.Contract;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The published schemas are what the records say; {@code -Dgolden.update=true} writes them anew. */
class JsonSchemasTest {
    private static final Path FOLDER = Path.of("docs/json-schema");

    static Stream<Arguments> documents() {
        return Stream.of(
                Arguments.of("contract", Contract.class, new Type[0]),
                Arguments.of("tests", TestsBaseline.class, new Type[0]),
                Arguments.of("evidence", Map.class, new Type[] {String.class, Finding.class}),
                Arguments.of("result", RunResult.class, new Type[0]),
                Arguments.of("bench-row", BenchRow.class, new Type[0]),
                Arguments.of("bench-probe", Probe.class, new Type[0]),
                Arguments.of("plan", BootstrapPlan.class, new Type[0]),
                Arguments.of("discovery-report", DiscoveryReport.class, new Type[0]));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("documents")
    void publishedSchemaIsCurrent(String name, Class<?> type, Type[] parameters) throws IOException {
        ObjectNode schema = generator().generateSchema(type, parameters);
        ObjectNode titled = ContractJson.LINE.createObjectNode();
        titled.set("$schema", schema.get("$schema"));
        titled.put("title", "Bootwright " + name);
        schema.properties().forEach(e -> titled.set(e.getKey(), e.getValue()));
        String text = ContractJson.write(titled);
        Path file = FOLDER.resolve(name + ".schema.json");
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text);
        }
        assertThat(file).content().isEqualTo(text);
    }

    @Test
    void shippedSchemasAreThePublishedOnes() throws IOException {
        for (String name : new String[] {"contract", "tests"}) {
            try (var in = getClass().getResourceAsStream("/dev/bootwright/schema/" + name + ".schema.json")) {
                assertThat(in).isNotNull().hasBinaryContent(Files.readAllBytes(FOLDER.resolve(name + ".schema.json")));
            }
        }
    }

    private static SchemaGenerator generator() {
        SchemaGeneratorConfigBuilder config = new SchemaGeneratorConfigBuilder(
                        SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
                .with(Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES, Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT);
        config.forTypesInGeneral().withCustomDefinitionProvider(JsonSchemasTest::simple);
        config.forFields().withRequiredCheck(f -> !isLater(f)).withNullableCheck(JsonSchemasTest::isNullable);
        return new SchemaGenerator(config.build());
    }

    /** What documents of the first days lack. */
    private static boolean isLater(FieldScope field) {
        return field.getRawMember().getDeclaringClass() == Contract.class
                && field.getName().equals("renderer");
    }

    private static boolean isNullable(FieldScope field) {
        Class<?> owner = field.getRawMember().getDeclaringClass();
        RecordComponent[] components = owner.getRecordComponents();
        return components != null
                && Arrays.stream(components)
                        .filter(c -> c.getName().equals(field.getName()))
                        .anyMatch(c -> c.getAnnotatedType().isAnnotationPresent(Nullable.class));
    }

    /** What is written as one string. */
    private static @Nullable CustomDefinition simple(ResolvedType resolved, SchemaGenerationContext context) {
        Class<?> type = resolved.getErasedType();
        ObjectNode node = context.getGeneratorConfig().createObjectNode().put("type", "string");
        if (type.isEnum()) {
            ArrayNode values = node.putArray("enum");
            for (Object constant : type.getEnumConstants()) {
                values.add(ContractJson.LINE.valueToTree(constant).asString());
            }
        } else if (type == Digest.class) {
            node.put("pattern", "^sha256:[0-9a-f]{64}$");
        } else if (type == StepId.class) {
            node.put("pattern", "^[a-z0-9][a-z0-9._-]{0,79}$");
        } else if (type == Instant.class) {
            node.put("format", "date-time");
        } else if (type == LocalDate.class) {
            node.put("format", "date");
        } else if (!isOneString(type)) {
            return null;
        }
        return new CustomDefinition(node, CustomDefinition.INLINE_DEFINITION, CustomDefinition.INCLUDING_ATTRIBUTES);
    }

    private static boolean isOneString(Class<?> type) {
        return type.getName().startsWith("dev.bootwright.")
                && Stream.concat(Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredFields()))
                        .anyMatch(m -> ((java.lang.reflect.AnnotatedElement) m).isAnnotationPresent(JsonValue.class));
    }
}
