package dev.bootwright.contract;

import dev.bootwright.base.TestId;
import dev.bootwright.testreport.JUnitXmlReader;
import java.nio.charset.StandardCharsets;

/**
 * How a runner's own report names a test, in an encoding that awk can compare: bytes other than letters, digits and
 * {@code _ . : / -} are percent-encoded.
 */
final class ReportKey {
    private ReportKey() {}

    static String of(TestId id) {
        if (id.runner().equals("unittest") && !id.name().contains("::")) {
            // the console names module and class, and the test beside them
            int dot = id.name().lastIndexOf('.');
            return encode(
                    dot < 0
                            ? id.name()
                            : id.name().substring(0, dot) + "::" + id.name().substring(dot + 1));
        }
        if (id.runner().equals("surefire")) {
            // the name holds the class, as the report's own attributes do; what stands for a class has no name there
            String name = id.name();
            return encode(
                    name.endsWith("::" + JUnitXmlReader.WHOLE_CLASS)
                            ? name.substring(0, name.length() - JUnitXmlReader.WHOLE_CLASS.length())
                            : name);
        }
        if (id.runner().equals("cargo")) {
            // libtest names a test within its binary; the binary's file is known to cargo alone
            return encode("::" + id.name());
        }
        if (!isPython(id.runner())) {
            return encode(id.file() + "::" + id.name());
        }
        // pytest's JUnit report: path and classes joined by dots, then the test with its parameters
        String name = id.name();
        int bracket = name.indexOf('[');
        int split = (bracket < 0 ? name : name.substring(0, bracket)).lastIndexOf("::");
        String classes = split < 0 ? "" : "." + name.substring(0, split).replace("::", ".");
        String test = split < 0 ? name : name.substring(split + 2);
        return encode(module(id.project(), id.file()) + classes + "::" + escapedForXml(test));
    }

    /** Of a file (Go: package) that could not be loaded. */
    static String ofFile(String runner, String file) {
        return encode(isPython(runner) ? module(".", file) : file);
    }

    private static boolean isPython(String runner) {
        return runner.equals("pytest") || runner.equals("unittest");
    }

    private static String module(String project, String file) {
        String path =
                !project.equals(".") && file.startsWith(project + "/") ? file.substring(project.length() + 1) : file;
        return (path.endsWith(".py") ? path.substring(0, path.length() - 3) : path).replace('/', '.');
    }

    /** As pytest writes characters that XML does not allow. */
    private static String escapedForXml(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            boolean legal = c == 9
                    || c == 10
                    || c == 13
                    || (c >= 0x20 && c <= 0x7e)
                    || (c >= 0x80 && c <= 0xd7ff)
                    || (c >= 0xe000 && c <= 0xfffd)
                    || c >= 0x10000;
            if (legal) {
                out.appendCodePoint(c);
            } else {
                out.append(String.format(c <= 0xff ? "#x%02X" : "#x%04X", c));
            }
        });
        return out.toString();
    }

    static String encode(String text) {
        StringBuilder out = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xff;
            boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || "_.:/-".indexOf(c) >= 0;
            if (plain) {
                out.append((char) c);
            } else {
                out.append(String.format("%%%02X", c));
            }
        }
        return out.toString();
    }
}
