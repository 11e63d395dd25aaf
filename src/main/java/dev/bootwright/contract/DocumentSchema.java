package dev.bootwright.contract;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A published JSON Schema of one kind of document, {@code docs/json-schema/NAME.schema.json}. */
final class DocumentSchema {
    private static final int LISTED = 5;

    private final Schema schema;

    private DocumentSchema(Schema schema) {
        this.schema = schema;
    }

    static DocumentSchema named(String name) {
        String path = "/dev/bootwright/schema/" + name + ".schema.json";
        try (InputStream in = DocumentSchema.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the product lacks its own file " + path);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new DocumentSchema(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong, with the place in the document; the first few only, sorted. Empty for a valid document. */
    List<String> problems(JsonNode document) {
        List<Error> errors = schema.validate(document);
        return errors.stream()
                .map(e -> "at " + place(e) + ": " + e.getMessage())
                .distinct()
                .sorted()
                .limit(LISTED)
                .toList();
    }

    private static String place(Error error) {
        String place = error.getInstanceLocation().toString();
        return place.isEmpty() ? "/" : place;
    }
}
