package dev.bootwright.discover.general;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Claims;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ToolPins;
import dev.bootwright.discover.TreeIndex;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Git's own files, tool pins of version managers, example environments, and CI files that are not read yet. */
final class RepositoryDetector implements Detector {
    private static final int LINE_LIMIT = 2_000;
    private static final int LENGTH_LIMIT = 4_096;
    private static final Pattern SECTION = Pattern.compile("\\s*\\[submodule\\s+\"(.*)\"]\\s*");
    private static final Pattern SETTING = Pattern.compile("\\s*(path|url)\\s*=\\s*(.*?)\\s*");
    private static final Pattern VARIABLE = Pattern.compile("\\s*(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)\\s*=.*");

    private static final Map<String, String> OTHER_CI = Map.of(
            ".buildkite/pipeline.yml", "Buildkite",
            ".semaphore/semaphore.yml", "Semaphore",
            "buildspec.yml", "AWS CodeBuild",
            "cloudbuild.yaml", "Google Cloud Build");

    @Override
    public String name() {
        return "repository";
    }

    @Override
    public void detect(SourceTree tree, FindingSink sink) {
        TreeIndex index = TreeIndex.of(tree);
        read(index, index.find(".gitmodules"), EvidenceKind.MANIFEST, sink, RepositoryDetector::submodules);
        for (SourceTree.Entry entry : index.named(".gitattributes")) {
            read(index, Optional.of(entry), EvidenceKind.MANIFEST, sink, RepositoryDetector::attributes);
        }
        ToolPins.all(index)
                .forEach(pin -> new Claims(sink, pin.folder())
                        .add(
                                "tool-versions." + pin.tool(),
                                pin.version(),
                                pin.file(),
                                pin.line(),
                                pin.text(),
                                EvidenceKind.MANIFEST,
                                pin.more().isEmpty() ? Map.of() : Map.of("also", pin.more())));
        for (SourceTree.Entry entry : index.voting(
                ".env.example", ".env.sample", ".env.template", ".env.dist", "env.example", "example.env")) {
            read(index, Optional.of(entry), EvidenceKind.ENVIRONMENT_FILE, sink, RepositoryDetector::environment);
        }
        OTHER_CI.keySet().stream()
                .sorted()
                .forEach(name -> index.find(name)
                        .ifPresent(entry -> sink.unknown(name, 0, OTHER_CI.get(name) + " files are not read yet")));
    }

    private static void read(
            TreeIndex index,
            Optional<SourceTree.Entry> entry,
            EvidenceKind kind,
            FindingSink sink,
            Consumer<Evidence> reader) {
        entry.flatMap(e -> Evidence.open(index, e, kind, sink)).ifPresent(reader);
    }

    private static List<String> lines(Evidence evidence) {
        return evidence.text()
                .lines()
                .limit(LINE_LIMIT)
                .map(line -> line.length() > LENGTH_LIMIT ? "" : line)
                .toList();
    }

    private static void submodules(Evidence evidence) {
        String path = "";
        String url = "";
        int start = 0;
        int number = 0;
        for (String line : lines(evidence)) {
            number++;
            if (SECTION.matcher(line).matches()) {
                submodule(evidence, path, url, start);
                path = "";
                url = "";
                start = number;
            }
            Matcher setting = SETTING.matcher(line);
            if (setting.matches()) {
                path = setting.group(1).equals("path") ? setting.group(2) : path;
                url = setting.group(1).equals("url") ? setting.group(2) : url;
            }
        }
        submodule(evidence, path, url, start);
    }

    private static void submodule(Evidence evidence, String path, String url, int line) {
        if (!path.isEmpty()) {
            evidence.finding("git.submodule", path, line, Map.of("url", url));
        }
    }

    private static void attributes(Evidence evidence) {
        int number = 0;
        for (String line : lines(evidence)) {
            number++;
            if (line.contains("filter=lfs") && !line.stripLeading().startsWith("#")) {
                evidence.finding("git.lfs", line.strip().split("\\s+", 2)[0], number);
            }
        }
    }

    /** Names only: a value may be a secret somebody forgot. */
    private static void environment(Evidence evidence) {
        int number = 0;
        for (String line : lines(evidence)) {
            number++;
            Matcher variable = VARIABLE.matcher(line);
            if (variable.matches() && !line.stripLeading().startsWith("#")) {
                evidence.sink()
                        .finding(Finding.of(
                                "env.example",
                                variable.group(1),
                                evidence.project(),
                                evidence.file(),
                                number,
                                variable.group(1) + "=",
                                evidence.kind(),
                                Map.of()));
            }
        }
    }
}
