package dev.bootwright.ecosystem.javascript;

import dev.bootwright.base.Digest;
import dev.bootwright.contract.ShellText;
import dev.bootwright.contract.StepProposal.LockSpec;
import java.util.Locale;

/** The lock files of packages without one of their own, below {@code .bootstrap/lock}. */
final class NodeLocks {
    private static final String NAME = "package-lock.json";

    private NodeLocks() {}

    /** A folder as part of a step's or a file's name. */
    static String slug(String project) {
        String plain =
                project.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String cut = plain.length() > 40 ? plain.substring(0, 40) : plain;
        return project.equals(cut) && !cut.isEmpty()
                ? cut
                : cut + "-" + Digest.of(project).hex().substring(0, 6);
    }

    private static String name(String root) {
        return root.equals(".") ? NAME : slug(root) + "-" + NAME;
    }

    /** The lock file's path from the root's folder. */
    static String path(String root) {
        return (root.equals(".") ? "" : "../".repeat(root.split("/").length)) + ".bootstrap/lock/" + name(root);
    }

    /** Without the addresses of the registry that it came from: another machine asks its own. */
    static LockSpec of(String root) {
        String print =
                "node -e 'const lock = JSON.parse(require(\"fs\").readFileSync(\"package-lock.json\", \"utf8\"));\n"
                        + "const bare = (name, value) => name === \"resolved\" && /^https?:.*[.]tgz$/.test(value) ? undefined : value;\n"
                        + "console.log(JSON.stringify(lock, bare, 2));'";
        return new LockSpec(name(root), root.equals(".") ? print : "cd " + ShellText.quote(root) + "\n" + print);
    }
}
