package dev.bootwright.format.json;

import dev.bootwright.format.Node;
import dev.bootwright.format.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/** Reads JSON, comments and trailing commas allowed, into {@link Node}s. Numbers and literals stay text. */
public final class JsonReader {
    /** Characters that are read at most. */
    public static final int SIZE_LIMIT = 2 << 20;

    private static final int DEPTH_LIMIT = 64;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_LIMIT)
                    .maxStringLength(SIZE_LIMIT)
                    .build())
            .build();

    private JsonReader() {}

    public static Reading<Node> read(String text) {
        if (text.length() > SIZE_LIMIT) {
            return Reading.unknown("larger than " + SIZE_LIMIT + " characters", 0);
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return Reading.unknown("broken JSON: empty", 0);
            }
            Node node = value(parser);
            return parser.nextToken() == null
                    ? Reading.of(node)
                    : Reading.unknown("broken JSON: text behind the end", line(parser));
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            return Reading.unknown("broken JSON: " + e.getOriginalMessage(), line);
        }
    }

    private static int line(JsonParser parser) {
        return Math.max(1, parser.currentTokenLocation().getLineNr());
    }

    private static Node value(JsonParser parser) {
        int line = line(parser);
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, Node> entries = new LinkedHashMap<>();
            Map<String, Integer> lines = new LinkedHashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                lines.put(key, line(parser));
                parser.nextToken();
                entries.put(key, value(parser));
            }
            return new Node.Mapping(entries, lines, line);
        }
        if (token == JsonToken.START_ARRAY) {
            List<Node> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(value(parser));
            }
            return new Node.Sequence(items, line);
        }
        String text = parser.getString();
        return new Node.Scalar(text == null ? "" : text, line, line, token == JsonToken.VALUE_STRING);
    }
}
