package dev.bootwright.format.yaml;

import dev.bootwright.format.Node;
import dev.bootwright.format.Reading;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/**
 * Reads the first document of a YAML file into {@link Node}s. Nothing is typed: {@code 3.10}, {@code on} and {@code no}
 * stay text. Size, depth, number of nodes and what aliases expand to are bounded.
 */
public final class YamlReader {
    /** Characters that are read at most. */
    public static final int SIZE_LIMIT = 2 << 20;

    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setSchema(new FailsafeSchema())
            .setCodePointLimit(SIZE_LIMIT)
            .setParseComments(false)
            .build();

    private YamlReader() {}

    /** An empty document is an empty scalar. */
    public static Reading<Node> read(String text) {
        if (text.length() > SIZE_LIMIT) {
            return Reading.unknown("larger than " + SIZE_LIMIT + " characters", 0);
        }
        try {
            return compose(new Parse(SETTINGS).parseString(text).iterator());
        } catch (YamlTree.Refused e) {
            return Reading.unknown(e.reason(), e.line());
        } catch (MarkedYamlEngineException e) {
            String problem = e.getProblem() == null ? "cannot be parsed" : e.getProblem();
            return Reading.unknown(
                    "broken YAML: " + problem, lineOf(e.getProblemMark().orElse(null)));
        } catch (YamlEngineException | IndexOutOfBoundsException | IllegalArgumentException e) {
            // the last two: the scanner is a library and the file is hostile; whatever it trips over is "not
            // understood"
            return Reading.unknown("broken YAML: " + e.getMessage(), 0);
        }
    }

    private static int lineOf(@Nullable Mark mark) {
        return mark == null ? 0 : mark.getLine() + 1;
    }

    private static Reading<Node> compose(Iterator<Event> events) {
        YamlTree tree = new YamlTree();
        while (events.hasNext()) {
            Event event = events.next();
            if (event.getEventId() == Event.ID.DocumentEnd) {
                break;
            }
            tree.add(event);
        }
        return Reading.of(tree.root());
    }
}
