package dev.bootwright.ecosystem.python.read;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.acquire.SourceTree.Entry;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.EvidenceKind;
import dev.bootwright.discover.Finding;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.ProjectMatch;
import dev.bootwright.discover.ToolPins;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.ini.IniDocument;
import dev.bootwright.format.toml.TomlDocument;
import dev.bootwright.format.toml.TomlValue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** One Python project while it is read, file by file. */
final class ProjectReader {
    /** Requirement files that hold what tests need, by their usual names. */
    private static final Pattern TEST_REQUIREMENTS = Pattern.compile(
            "(?:(?:requirements|reqs)[-_./](?:.*[-_.])?(?:tests?|testing|dev|develop|ci|unit)(?:[-_.].*)?"
                    + "|(?:tests?|testing|dev|ci)[-_.]requirements(?:\\.txt|\\.in)?"
                    + "|(?:.*/)?(?:tests?|requirements)/requirements(?:\\.txt)?)");

    private static final Pattern PLAIN_REQUIREMENTS =
            Pattern.compile("requirements(?:\\.txt|/(?:base|main|requirements|prod|production)\\.txt)");

    /** Hands findings on and remembers which requirement files tools name, whatever those are called. */
    private record NamedFiles(FindingSink target, Set<String> files) implements FindingSink {
        @Override
        public void finding(Finding finding) {
            if (finding.subject().equals(Subjects.TEST_SOURCE)
                    && Sources.kind(finding.value()).equals("file")) {
                files.add(Sources.name(finding.value()));
            }
            target.finding(finding);
        }

        @Override
        public void ciCommand(CiCommand command) {
            target.ciCommand(command);
        }

        @Override
        public void unknown(String file, int line, String reason) {
            target.unknown(file, line, reason);
        }

        @Override
        public void project(ProjectMatch match) {
            target.project(match);
        }
    }

    private final TreeIndex tree;
    private final String folder;
    private final FindingSink sink;
    private final ProjectFiles files;
    private final Set<String> namedFiles = new LinkedHashSet<>();
    private TomlValue.Table pyprojectRoot = new TomlValue.Table(Map.of(), 1);
    private PytestConfigReader pytest = PytestConfigReader.NONE;

    ProjectReader(TreeIndex tree, String folder, FindingSink sink, ProjectFiles files) {
        this.tree = tree;
        this.folder = folder;
        this.sink = new NamedFiles(sink, namedFiles);
        this.files = files;
    }

    void read() {
        Optional<IniDocument> setupCfg = manifests();
        pytestConfiguration(setupCfg);
        tools(setupCfg);
        versionFiles();
        locks();
        requirementFiles();
        sources();
    }

    private String at(String name) {
        return folder.equals(".") ? name : folder + "/" + name;
    }

    private Optional<EvidenceFile> open(String path) {
        return tree.find(path)
                .flatMap(e -> tree.read(e, SourceTree.MANIFEST_LIMIT))
                .map(text -> new EvidenceFile(folder, path, text, sink));
    }

    private void with(String name, BiConsumer<EvidenceFile, String> reader) {
        open(at(name)).ifPresent(f -> reader.accept(f, name));
    }

    private Optional<IniDocument> manifests() {
        with("pyproject.toml", (f, _) -> {
            TomlDocument document = TomlDocument.parse(f.text());
            pyprojectRoot = document.root();
            PyprojectReader.read(f, document);
            document.root()
                    .text("tool", "tox", "legacy_tox_ini")
                    .ifPresent(t -> ToxReader.read(f, IniDocument.parse(t.value())));
        });
        Optional<EvidenceFile> cfg = open(at("setup.cfg"));
        Optional<IniDocument> document = cfg.map(f -> IniDocument.parse(f.text()));
        cfg.ifPresent(f -> document.ifPresent(d -> SetupReader.readCfg(f, d)));
        with("setup.py", (f, _) -> SetupReader.readPy(f));
        with("Pipfile", (f, _) -> PyprojectReader.readPipfile(f, TomlDocument.parse(f.text())));
        with("PKG-INFO", (f, _) -> SmallFiles.readPackageInfo(f));
        return document;
    }

    /** pytest takes the first of these files that configures it. */
    private void pytestConfiguration(Optional<IniDocument> setupCfg) {
        for (String name : List.of("pytest.ini", ".pytest.ini")) {
            if (readPytestIni(name, "pytest")) {
                return;
            }
        }
        Optional<EvidenceFile> pyproject = open(at("pyproject.toml"));
        if (pyproject.isPresent()) {
            Optional<TomlValue.Table> table = pyprojectRoot
                    .table("tool", "pytest", "ini_options")
                    .or(() -> pyprojectRoot.table("tool", "pytest"));
            if (table.isPresent()) {
                pytest = PytestConfigReader.readToml(pyproject.get(), table.get(), "tool.pytest");
                return;
            }
        }
        if (!readPytestIni("tox.ini", "pytest") && setupCfg.isPresent()) {
            readPytestIni("setup.cfg", "tool:pytest");
        }
    }

    private boolean readPytestIni(String name, String section) {
        Optional<EvidenceFile> file = open(at(name));
        if (file.isEmpty()) {
            return false;
        }
        Optional<IniDocument.Section> found =
                IniDocument.parse(file.get().text()).section(section);
        found.ifPresent(s -> pytest = PytestConfigReader.readIni(file.get(), s));
        return found.isPresent();
    }

    private void tools(Optional<IniDocument> setupCfg) {
        with("tox.ini", (f, _) -> ToxReader.read(f, IniDocument.parse(f.text())));
        if (setupCfg.isPresent()) {
            with("setup.cfg", (f, _) -> ToxReader.read(f, setupCfg.get()));
        }
        with("noxfile.py", (f, _) -> NoxReader.read(f));
        with("Makefile", (f, _) -> SmallFiles.readMake(f, false));
        with("makefile", (f, _) -> SmallFiles.readMake(f, false));
        for (String name : List.of("justfile", "Justfile", ".justfile")) {
            with(name, (f, _) -> SmallFiles.readMake(f, true));
        }
        for (String name : List.of(".coveragerc", "tox.ini", "setup.cfg")) {
            with(name, (f, _) -> coverageThreshold(f, name.equals(".coveragerc") ? "report" : "coverage:report"));
        }
    }

    private static void coverageThreshold(EvidenceFile file, String section) {
        IniDocument.parse(file.text())
                .section(section)
                .flatMap(s -> s.entry("fail_under"))
                .ifPresent(e ->
                        file.found(Subjects.COVERAGE_THRESHOLD, e.value(), e.line(), EvidenceKind.TOOL_CONFIGURATION));
    }

    private void versionFiles() {
        for (String name : List.of(".python-version", "runtime.txt")) {
            with(name, (f, _) -> SmallFiles.readVersionFile(f));
        }
        for (ToolPins.Pin pin : ToolPins.in(tree, folder, "python")) {
            open(pin.file()).ifPresent(f -> SmallFiles.readVersion(f, pin.version(), pin.line()));
        }
    }

    private void locks() {
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("uv.lock", "uv");
        kinds.put("poetry.lock", "poetry");
        kinds.put("pdm.lock", "pdm");
        kinds.put("Pipfile.lock", "pipenv");
        kinds.put("pylock.toml", "pylock");
        kinds.forEach((name, kind) -> with(name, (f, _) -> SmallFiles.readLock(f, kind)));
    }

    private void requirementFiles() {
        Deque<String> pending = new ArrayDeque<>();
        for (Entry entry : files.requirements().getOrDefault(folder, List.of())) {
            String path = entry.path().toString();
            String inProject = folder.equals(".") ? path : path.substring(folder.length() + 1);
            boolean tests = TEST_REQUIREMENTS.matcher(inProject).matches();
            boolean plain = PLAIN_REQUIREMENTS.matcher(inProject).matches();
            sink.finding(Finding.of(
                    Subjects.REQUIREMENTS_FILE,
                    path,
                    folder,
                    path,
                    0,
                    "",
                    EvidenceKind.FILE_NAMES,
                    Map.of("for", tests ? "tests" : plain ? "runtime" : "other")));
            pending.add(path);
        }
        pending.addAll(namedFiles);
        Set<String> seen = new LinkedHashSet<>();
        while (!pending.isEmpty() && seen.size() < 60) {
            String path = pending.remove();
            if (seen.add(path)) {
                open(path)
                        .ifPresent(f -> RequirementsReader.read(f)
                                .forEach(n -> pending.add(RequirementsReader.resolve(path, n))));
            }
        }
    }

    private void sources() {
        List<Entry> sources = files.sources().getOrDefault(folder, List.of());
        Set<String> packages = new LinkedHashSet<>();
        for (Entry entry : sources) {
            if (entry.path().name().equals("__init__.py")) {
                packages.add(entry.path().parent().toString());
            }
        }
        packages(packages, sources);
        List<Pattern> patterns = pytest.words("python_files").stream()
                .map(p -> Pattern.compile(Pattern.quote(p).replace("*", "\\E.*\\Q")))
                .toList();
        new ImportScan(tree, folder, sink, name -> isTestName(name, patterns)).scan(sources);
    }

    private static boolean isTestName(String name, List<Pattern> patterns) {
        boolean usual = (name.startsWith("test_") && name.endsWith(".py")) || name.endsWith("_test.py");
        return usual || patterns.stream().anyMatch(p -> p.matcher(name).matches());
    }

    /** Importable top-level packages and modules: at the root, below src or lib. */
    private void packages(Set<String> packages, List<Entry> files) {
        List<String> roots = List.of(folder, at("src"), at("lib"));
        List<Entry> near = files.stream()
                .filter(f -> roots.contains(f.path().parent().toString()))
                .toList();
        for (String root : roots) {
            for (String path : packages) {
                String parent = path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : ".";
                String name = path.substring(path.lastIndexOf('/') + 1);
                if (parent.equals(root)
                        && !path.equals(".")
                        && !name.matches("tests?|testing|docs?|examples?|scripts?|benchmarks?|tools|ci|src|lib")) {
                    found(name, path);
                }
            }
            for (Entry file : near) {
                String module = file.path().name().replaceFirst("\\.py$", "");
                if (file.path().parent().toString().equals(root)
                        && module.matches("[A-Za-z][A-Za-z0-9_]*")
                        && !module.matches("test_.*|.*_test|conftest|tests?|manage|versioneer|run.*|build.*")) {
                    found(module, file.path().toString());
                }
            }
        }
    }

    private void found(String name, String path) {
        sink.finding(
                Finding.of(Subjects.PACKAGE, name, folder, path, 0, "", EvidenceKind.FILE_NAMES, Map.of("path", path)));
    }
}
