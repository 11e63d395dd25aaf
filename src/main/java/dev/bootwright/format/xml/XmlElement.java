package dev.bootwright.format.xml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One element of an XML document.
 *
 * @param name without its prefix
 * @param text its own character data, stripped
 * @param line where its start tag ends, from 1
 * @param children in document order
 */
public record XmlElement(
        String name, String text, int line, Map<String, String> attributes, List<XmlElement> children) {
    public XmlElement {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        children = List.copyOf(children);
    }

    /** The first child of this name. */
    public Optional<XmlElement> child(String wanted) {
        return children.stream().filter(c -> c.name().equals(wanted)).findFirst();
    }

    /** The first element below several names, each a child of the one before. */
    public Optional<XmlElement> at(String... names) {
        Optional<XmlElement> at = Optional.of(this);
        for (String wanted : names) {
            at = at.flatMap(e -> e.child(wanted));
        }
        return at;
    }

    /** The children of an element below several names. */
    public List<XmlElement> listAt(String... names) {
        return at(names).map(XmlElement::children).orElse(List.of());
    }

    /** The text of a child, empty text counts as absent. */
    public Optional<String> text(String wanted) {
        return child(wanted).map(XmlElement::text).filter(t -> !t.isEmpty());
    }
}
