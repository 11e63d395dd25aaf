package dev.bootwright.format.xml;

import dev.bootwright.format.Reading;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads a small XML document into {@link XmlElement}s. A document type is refused, so there are no entities of its own. */
public final class XmlReader {
    /** Characters that are read at most. */
    public static final int SIZE_LIMIT = 2 << 20;

    private static final int DEPTH_LIMIT = 64;
    private static final int ELEMENT_LIMIT = 200_000;
    private static final XMLInputFactory XML = factory();

    private final XMLStreamReader xml;
    private int elements;

    private XmlReader(XMLStreamReader xml) {
        this.xml = xml;
    }

    public static Reading<XmlElement> read(String text) {
        if (text.length() > SIZE_LIMIT) {
            return Reading.unknown("larger than " + SIZE_LIMIT + " characters", 0);
        }
        String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
        try {
            XMLStreamReader xml = XML.createXMLStreamReader(new StringReader(content.stripLeading()));
            try {
                int leading =
                        lines(content, content.length() - content.stripLeading().length());
                return Reading.of(new XmlReader(xml).document(leading));
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNumber());
            return Reading.unknown("broken XML: " + message(e), line);
        }
    }

    private static String message(XMLStreamException e) {
        String all = String.valueOf(e.getMessage());
        int at = all.indexOf("Message: ");
        return at < 0 ? all : all.substring(at + "Message: ".length());
    }

    private static int lines(String text, int end) {
        return (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
    }

    private XmlElement document(int leading) throws XMLStreamException {
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.DTD) {
                throw new XMLStreamException("a document type", xml.getLocation());
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                return element(0, leading);
            }
        }
        throw new XMLStreamException("no element");
    }

    private XmlElement element(int depth, int leading) throws XMLStreamException {
        if (depth > DEPTH_LIMIT || ++elements > ELEMENT_LIMIT) {
            throw new XMLStreamException("too deep or too large", xml.getLocation());
        }
        String name = xml.getLocalName();
        int line = xml.getLocation().getLineNumber() + leading;
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            attributes.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
        }
        StringBuilder text = new StringBuilder();
        List<XmlElement> children = new ArrayList<>();
        while (true) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                children.add(element(depth + 1, leading));
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                return new XmlElement(name, text.toString().strip(), line, attributes, children);
            } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                text.append(xml.getText());
            }
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
            throw new XMLStreamException("no external content");
        });
        return factory;
    }
}
