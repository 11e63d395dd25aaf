package dev.bootwright.testreport;

import java.io.Reader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** What readers of JUnit XML have in common: a parser that fetches nothing, and attributes within bounds. */
public final class JUnitXml {
    private static final int ATTRIBUTE_LIMIT = 10_000;
    private static final XMLInputFactory XML = factory();

    private JUnitXml() {}

    /** The caller closes it, and the reader apart from it. */
    public static XMLStreamReader open(Reader in) throws XMLStreamException {
        return XML.createXMLStreamReader(in);
    }

    /** Empty where there is none; cut where it is longer than any name or message that matters. */
    public static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value.length() > ATTRIBUTE_LIMIT ? value.substring(0, ATTRIBUTE_LIMIT) : value;
    }

    /** Seconds as they are written, thousands perhaps parted by commas; 0 for what is no sensible time. */
    public static long millis(String seconds) {
        try {
            double value = Double.parseDouble(seconds.replace(",", ""));
            return value > 0 && value < 1e9 ? Math.round(value * 1000) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
            throw new XMLStreamException("no external content");
        });
        return factory;
    }
}
