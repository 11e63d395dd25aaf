package dev.bootwright.contract;

import dev.bootwright.base.Digest;
import dev.bootwright.base.StepId;
import java.util.Locale;

/** Names of steps and files that belong to one project of several. */
public final class ProjectNames {
    private static final int LONGEST = 40;
    private static final int HASH = 6;

    private ProjectNames() {}

    /** A step's id: the name alone for the project at the root. */
    public static StepId step(String name, String project) {
        return new StepId(project.equals(".") ? name : name + "-" + slug(project));
    }

    /** A folder as part of a name; two folders never share one. */
    public static String slug(String folder) {
        String plain =
                folder.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        String cut = plain.length() > LONGEST ? plain.substring(0, LONGEST) : plain;
        return folder.equals(cut) && !cut.isEmpty()
                ? cut
                : cut + "-" + Digest.of(folder).hex().substring(0, HASH);
    }
}
