package dev.bootwright.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A chart of horizontal bars, as one SVG element of a page: every bar a line with its name and its parts. */
final class SvgChart {
    private static final int NAMES = 250;
    private static final int BARS = 520;
    private static final int VALUES = 130;
    private static final int LINE = 22;
    private static final int BAR = 14;
    private static final int LONGEST_NAME = 38;

    private final List<Bar> bars = new ArrayList<>();

    /** @param kind the class of the part, by which the page colours it */
    record Part(String kind, double value) {}

    /** @param shown what stands behind the bar */
    record Bar(String name, List<Part> parts, String shown) {
        Bar {
            parts = List.copyOf(parts);
        }

        double length() {
            return parts.stream().mapToDouble(Part::value).sum();
        }
    }

    SvgChart bar(String name, List<Part> parts, String shown) {
        bars.add(new Bar(name, parts, shown));
        return this;
    }

    /** @param title what the chart shows, for those who do not see it */
    String svg(String title) {
        double longest =
                Math.max(1e-9, bars.stream().mapToDouble(Bar::length).max().orElse(1));
        int height = bars.size() * LINE + 6;
        StringBuilder out =
                new StringBuilder("<svg role=\"img\" viewBox=\"0 0 " + (NAMES + BARS + VALUES) + " " + height
                        + "\" width=\"" + (NAMES + BARS + VALUES) + "\" height=\"" + height + "\">\n<title>"
                        + HtmlReport.escaped(title) + "</title>\n");
        int top = 3;
        for (Bar bar : bars) {
            draw(out, bar, top, longest);
            top += LINE;
        }
        return out.append("</svg>\n").toString();
    }

    private static void draw(StringBuilder out, Bar bar, int top, double longest) {
        int base = top + BAR - 2;
        String name =
                bar.name().length() <= LONGEST_NAME ? bar.name() : bar.name().substring(0, LONGEST_NAME - 1) + "…";
        out.append("<text class=\"name\" x=\"")
                .append(NAMES - 8)
                .append("\" y=\"")
                .append(base)
                .append("\">");
        out.append(HtmlReport.escaped(name)).append("</text>\n");
        double x = NAMES;
        for (Part part : bar.parts()) {
            double width = part.value() / longest * BARS;
            if (width > 0) {
                out.append(String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
                        part.kind(),
                        x,
                        top,
                        width,
                        BAR));
            }
            x += width;
        }
        out.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">", x + 6, base));
        out.append(HtmlReport.escaped(bar.shown())).append("</text>\n");
    }
}
