package dev.bootwright.contract;

import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How the contract's documents are written: properties in their declared order, two spaces, one newline at the end. */
public final class ContractJson {
    /** Writes one line, for values inside a line of their own. */
    static final JsonMapper LINE = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final JsonMapper PRETTY = LINE.rebuild()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .defaultPrettyPrinter(printer())
            .build();

    private ContractJson() {}

    public static String write(Object value) {
        return PRETTY.writeValueAsString(value) + "\n";
    }

    public static <T> T read(String json, Class<T> type) {
        return LINE.readValue(json, type);
    }

    private static DefaultPrettyPrinter printer() {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        Separators separators = Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER);
        return new DefaultPrettyPrinter(separators).withObjectIndenter(indenter).withArrayIndenter(indenter);
    }
}
