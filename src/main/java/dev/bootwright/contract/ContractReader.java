package dev.bootwright.contract;

import dev.bootwright.discover.Finding;
import dev.bootwright.failure.Failure;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import dev.bootwright.step.Contract;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/** Reads a {@code .bootstrap} directory that may come from anywhere: bounded, no link followed, checked by schema. */
final class ContractReader {
    /** Of all files together. */
    private static final long TOTAL_LIMIT = 128L << 20;

    /** Of files and directories. */
    private static final int ENTRY_LIMIT = 500;

    private static final String PHASE = "contract";

    private final Path directory;

    ContractReader(Path directory) {
        this.directory = directory;
    }

    StoredContract read() {
        ContractFiles files = files();
        JsonNode document = document(files, "contract.json");
        checkVersion(document, "contract.json", Contract.SCHEMA_VERSION);
        Contract contract = valid(document, "contract", Contract.class);
        try {
            ContractWriter.check(contract);
        } catch (IllegalArgumentException e) {
            throw invalid("contract.json", List.of(String.valueOf(e.getMessage())));
        }
        JsonNode tests = document(files, "tests.json");
        checkVersion(tests, "tests.json", TestsBaseline.SCHEMA_VERSION);
        TestsBaseline baseline = valid(tests, "tests", TestsBaseline.class);
        Map<String, Finding> evidence = evidence(document(files, "evidence.json"));
        Map<String, String> locks = locks(files);
        for (String lock : contract.locks()) {
            if (!locks.containsKey(lock)) {
                throw invalid("lock/" + lock, List.of("contract.json names this lock file, but it is missing"));
            }
        }
        return new StoredContract(contract, baseline, evidence, locks, files, edited(contract, files));
    }

    private static List<String> edited(Contract contract, ContractFiles files) {
        if (StoredContract.isOfOtherRenderer(contract)) {
            return ScriptRenderer.missing(contract, files::text);
        }
        List<String> edited = new ArrayList<>();
        ScriptRenderer.scripts(contract).forEach((name, text) -> {
            String found = files.text(name);
            if (found == null) {
                edited.add(name + " is missing");
            } else if (!found.equals(text)) {
                edited.add(name + " is not what contract.json renders to: it was edited by hand, or contract.json was");
            }
        });
        return edited;
    }

    private ContractFiles files() {
        if (Files.isSymbolicLink(directory)) {
            throw ToolException.of(
                    FailureCode.CONTRACT_INVALID,
                    PHASE,
                    ".bootstrap is a link; a contract is a directory inside the repository",
                    "Replace the link by the directory, or remove it and run setup.");
        }
        SortedMap<String, byte[]> contents = new TreeMap<>();
        try {
            long left = TOTAL_LIMIT;
            for (Path path : paths()) {
                left -= Files.size(path);
            }
            requireRoom(left);
            left = TOTAL_LIMIT;
            for (Path path : paths()) {
                byte[] content = bounded(path, left);
                left -= content.length;
                requireRoom(left);
                contents.put(name(path), content);
            }
        } catch (IOException e) {
            throw new ToolException(
                    new Failure(
                            FailureCode.CONTRACT_INVALID,
                            PHASE,
                            "the contract in .bootstrap cannot be read: " + e.getMessage(),
                            List.of(),
                            "Make the files readable, or remove .bootstrap and run setup."),
                    e);
        }
        try {
            return new ContractFiles(contents);
        } catch (IllegalArgumentException e) {
            throw invalid("", List.of(String.valueOf(e.getMessage())));
        }
    }

    /** The files, sorted; how many there may be is decided before any order or content is asked for. */
    private List<Path> paths() throws IOException {
        List<Path> paths = new ArrayList<>();
        int entries = 0;
        try (Stream<Path> walk = Files.walk(directory, 2)) {
            for (Path path : (Iterable<Path>) walk::iterator) {
                if (++entries > ENTRY_LIMIT) {
                    throw invalid("", List.of("a contract has at most " + ENTRY_LIMIT + " files and directories"));
                }
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    paths.add(path);
                } else if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    throw invalid(name(path), List.of("neither a file nor a directory"));
                }
            }
        } catch (UncheckedIOException e) {
            throw new IOException(e.getCause());
        }
        Collections.sort(paths);
        return paths;
    }

    private String name(Path path) {
        return directory.relativize(path).toString().replace('\\', '/');
    }

    private static void requireRoom(long left) {
        if (left < 0) {
            throw invalid("", List.of("the files of a contract have at most " + (TOTAL_LIMIT >> 20) + " MiB together"));
        }
    }

    /** At most one byte more than {@code limit}, which tells that there is more. */
    static byte[] bounded(Path file, long limit) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes((int) Math.min(Math.max(limit, 0) + 1, Integer.MAX_VALUE));
        }
    }

    private JsonNode document(ContractFiles files, String name) {
        String text = files.text(name);
        if (text == null) {
            throw invalid(name, List.of("the file is missing"));
        }
        try {
            return ContractJson.LINE.readTree(text);
        } catch (JacksonException e) {
            throw invalid(
                    name,
                    List.of("line " + e.getLocation().getLineNr() + ": " + withoutSource(e.getOriginalMessage())));
        }
    }

    /** The parser says in brackets where it would show the text, were it allowed to. */
    private static String withoutSource(String message) {
        int bracket = message.indexOf(" (start marker at [Source");
        return bracket < 0 ? message : message.substring(0, bracket);
    }

    private static void checkVersion(JsonNode document, String name, int known) {
        JsonNode version = document.get("schemaVersion");
        if (version != null && version.isIntegralNumber() && version.asLong() > known) {
            throw ToolException.of(
                    FailureCode.CONTRACT_INVALID,
                    PHASE,
                    ".bootstrap/" + name + " has schema version " + version.asLong() + ", this Bootwright knows "
                            + known + ": a newer one wrote it",
                    "Use that newer Bootwright, or run setup --fresh to write the contract anew.");
        }
    }

    private <T> T valid(JsonNode document, String schema, Class<T> type) {
        String name = schema + ".json";
        List<String> problems = DocumentSchema.named(schema).problems(document);
        if (!problems.isEmpty()) {
            throw invalid(name, problems);
        }
        try {
            return ContractJson.LINE.treeToValue(document, type);
        } catch (JacksonException e) {
            throw invalid(name, List.of(reason(e)));
        }
    }

    private Map<String, Finding> evidence(JsonNode document) {
        try {
            return ContractJson.LINE.readValue(
                    ContractJson.LINE.treeAsTokens(document), new TypeReference<TreeMap<String, Finding>>() {});
        } catch (JacksonException e) {
            throw invalid("evidence.json", List.of(reason(e)));
        }
    }

    private static String reason(JacksonException e) {
        @Nullable Throwable cause = e.getCause();
        String message = cause instanceof IllegalArgumentException ? cause.getMessage() : e.getOriginalMessage();
        return String.valueOf(message);
    }

    private static Map<String, String> locks(ContractFiles files) {
        Map<String, String> locks = new TreeMap<>();
        for (String path : files.contents().keySet()) {
            if (path.startsWith("lock/")) {
                locks.put(path.substring("lock/".length()), String.valueOf(files.text(path)));
            }
        }
        return locks;
    }

    private static ToolException invalid(String name, List<String> problems) {
        return new ToolException(
                new Failure(
                        FailureCode.CONTRACT_INVALID,
                        PHASE,
                        ".bootstrap/" + name + " is not valid: " + problems.getFirst(),
                        problems,
                        "Restore the file from version control, or remove .bootstrap and run setup."),
                null);
    }
}
