package dev.bootwright.discover.ci;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.discover.Detector;
import dev.bootwright.discover.FindingSink;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.format.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code appveyor.yml}: what one cell runs, where one of its images is Linux. */
public final class AppVeyorDetector implements Detector {
    private static final List<String> PARTS = List.of(
            "init",
            "install",
            "before_build",
            "build_script",
            "after_build",
            "before_test",
            "test_script",
            "after_test");

    /** {@code stack: python 3.11, node 20} chooses what the Linux images have in several versions. */
    private static final Pattern STACK = Pattern.compile("(python|node|go|jdk) +([0-9][0-9.]*)");

    private static final Map<String, String> SUBJECTS = Map.of(
            "python", "python.ci-version", "node", "node.ci-version", "go", "go.ci-version", "jdk", "java.ci-version");

    @Override
    public String name() {
        return "appveyor";
    }

    @Override
    public void detect(SourceTree source, FindingSink sink) {
        TreeIndex tree = TreeIndex.of(source);
        for (String path : List.of("appveyor.yml", ".appveyor.yml")) {
            CiFile.open(tree, path, "AppVeyor", sink).ifPresent(AppVeyorDetector::read);
        }
    }

    private static void read(CiFile file) {
        Node root = file.root();
        List<Map<String, Node>> all = new ArrayList<>();
        root.at("environment", "matrix")
                .ifPresent(matrix -> matrix.list().forEach(cell -> all.add(new LinkedHashMap<>(cell.entries()))));
        List<Node> images = root.get("image").map(Node::list).orElse(List.of());
        Cells cells = Cells.of(withImages(all, images), AppVeyorDetector::isLinux);
        CiJob job = new CiJob(
                file, "build", root.line(), cells.chosen(), cells.all().size());
        if (!isLinux(cells.chosen())) {
            job.obstacle("runs on another system than Linux");
        }
        root.get("environment").ifPresent(job::variables);
        root.at("environment", "global").ifPresent(job::variables);
        cells.chosen().forEach((name, value) -> value.text().ifPresent(text -> job.variable(name, text)));
        for (Node stack : root.get("stack").map(Node::list).orElse(List.of())) {
            Matcher tool = STACK.matcher(stack.text().orElse(""));
            while (tool.find()) {
                String subject = SUBJECTS.getOrDefault(tool.group(1), "");
                job.version(subject, tool.group(2), List.of(tool.group(2)), stack.line());
            }
        }
        for (String part : PARTS) {
            for (Node item : root.get(part).map(AppVeyorDetector::items).orElse(List.of())) {
                job.scripts(item);
            }
        }
        job.tell();
    }

    private static List<Map<String, Node>> withImages(List<Map<String, Node>> cells, List<Node> images) {
        Map<String, List<Node>> axes = new LinkedHashMap<>();
        axes.put("APPVEYOR_BUILD_WORKER_IMAGE", images);
        List<Map<String, Node>> all = new ArrayList<>();
        for (Map<String, Node> cell : cells.isEmpty() ? List.of(Map.<String, Node>of()) : cells) {
            for (Map<String, Node> image : Cells.product(axes)) {
                Map<String, Node> both = new LinkedHashMap<>(image);
                both.putAll(cell);
                all.add(both);
            }
        }
        return all;
    }

    /** Windows is what one gets without asking. */
    private static boolean isLinux(Map<String, Node> cell) {
        Node image = cell.get("APPVEYOR_BUILD_WORKER_IMAGE");
        return image != null
                && image.text()
                        .map(name -> name.matches("(?i)(?:previous )?ubuntu.*"))
                        .orElse(false);
    }

    /** Commands of every system, and those for Linux; {@code ps} and {@code cmd} are for Windows. */
    private static List<Node> items(Node part) {
        List<Node> items = new ArrayList<>();
        for (Node item : part.list()) {
            switch (item) {
                case Node.Scalar scalar -> items.add(scalar);
                case Node.Mapping mapping -> mapping.get("sh").ifPresent(items::add);
                case Node.Sequence sequence -> items.addAll(sequence.items());
            }
        }
        return items;
    }
}
