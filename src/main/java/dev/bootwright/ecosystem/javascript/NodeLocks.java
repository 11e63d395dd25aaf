package dev.bootwright.ecosystem.javascript;

import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.ShellText;
import dev.bootwright.contract.StepProposal.LockSpec;

/** The lock files of packages without one of their own, below {@code .bootstrap/lock}. */
final class NodeLocks {
    private static final String NAME = "package-lock.json";

    private NodeLocks() {}

    private static String name(String root) {
        return root.equals(".") ? NAME : ProjectNames.slug(root) + "-" + NAME;
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
