package dev.bootwright.ecosystem.python.read;

import dev.bootwright.acquire.SourceTree;
import dev.bootwright.acquire.SourceTree.Entry;
import dev.bootwright.discover.TreeIndex;
import dev.bootwright.discover.TreeScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The Python sources and requirement files of each project, found in one walk; a file belongs to the nearest project above
 * it.
 */
record ProjectFiles(Map<String, List<Entry>> sources, Map<String, List<Entry>> requirements) {
    private static final Set<String> SCRIPTS = Set.of("setup.py", "noxfile.py", "tasks.py", "fabfile.py", "conf.py");
    private static final Pattern REQUIREMENTS = Pattern.compile(".*(?:requirements|reqs|requires).*");
    private static final Pattern SUFFIX = Pattern.compile(".*\\.[A-Za-z]+");

    ProjectFiles {
        sources = new TreeMap<>(sources);
        requirements = new TreeMap<>(requirements);
    }

    static ProjectFiles of(TreeIndex tree, Set<String> projects) {
        Map<String, List<Entry>> sources = new TreeMap<>();
        Map<String, List<Entry>> requirements = new TreeMap<>();
        for (Entry entry : tree.entries()) {
            String path = entry.path().toString();
            boolean source = path.endsWith(".py") && entry.kind() != SourceTree.Kind.LINK;
            if (source && !SCRIPTS.contains(entry.path().name()) && tree.scope().of(path) == TreeScope.Kind.OWN) {
                owner(path, projects, sources).add(entry);
            } else if (!source && path.contains("req")) {
                String project = nearest(path, projects);
                String inProject = project.equals(".") ? path : path.substring(project.length() + 1);
                if (isRequirements(inProject)) {
                    requirements
                            .computeIfAbsent(project, _ -> new ArrayList<>())
                            .add(entry);
                }
            }
        }
        return new ProjectFiles(sources, requirements);
    }

    private static boolean isRequirements(String inProject) {
        boolean near = inProject.chars().filter(c -> c == '/').count() <= 1;
        boolean text = inProject.endsWith(".txt") || !SUFFIX.matcher(inProject).matches();
        return near && text && REQUIREMENTS.matcher(inProject).matches();
    }

    private static List<Entry> owner(String path, Set<String> projects, Map<String, List<Entry>> files) {
        return files.computeIfAbsent(nearest(path, projects), _ -> new ArrayList<>());
    }

    private static String nearest(String path, Set<String> projects) {
        String folder = path;
        while (folder.contains("/")) {
            folder = folder.substring(0, folder.lastIndexOf('/'));
            if (projects.contains(folder)) {
                return folder;
            }
        }
        return ".";
    }
}
