package dev.bootwright.git;

import dev.bootwright.base.RelativePath;
import dev.bootwright.git.GitView.Tag;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a fresh Git directory with a repository's objects and tags, at the same commit, and nothing else of it: no
 * configuration, hooks, alternates or remotes.
 */
public final class RebuiltGit {
    private static final String OWN_FOLDER = ".bootstrap/";

    private final GitView view;
    private final String commit;
    private final boolean full;

    private RebuiltGit(GitView view, String commit, boolean full) {
        this.view = view;
        this.commit = commit;
        this.full = full;
    }

    /** What the index vouches for: the size of each file that is as the commit has it, all of one time. */
    public record CleanFiles(Map<RelativePath, Long> sizes, Instant time) {
        public CleanFiles {
            sizes = Map.copyOf(sizes);
        }
    }

    /**
     * @param full whether the whole history goes along; else the commit alone
     * @param target an existing empty folder, which becomes the Git directory
     */
    public static void build(GitView view, String commit, boolean full, CleanFiles clean, Path target)
            throws IOException {
        new RebuiltGit(view, commit, full).build(clean, target);
    }

    private void build(CleanFiles clean, Path target) throws IOException {
        for (String folder : List.of("objects/pack", "objects/info", "refs/heads", "refs/tags", "info")) {
            Files.createDirectories(target.resolve(folder));
        }
        Path shallow = view.directory().resolve("shallow");
        if (!full) {
            Files.writeString(shallow, commit + "\n");
        }
        List<Tag> tags = view.tags().stream()
                .filter(t -> full || t.commit().equals(commit))
                .toList();
        pack(tags, target);
        if (Files.exists(shallow)) {
            Files.copy(shallow, target.resolve("shallow"), StandardCopyOption.REPLACE_EXISTING);
        }
        refs(tags, target);
        Files.writeString(target.resolve("config"), configuration());
        // The contract's folder is shown inside the tree while its steps run.
        Files.writeString(target.resolve("info/exclude"), "/" + OWN_FOLDER + "\n");
        index(clean, target.resolve("index"));
    }

    private void pack(List<Tag> tags, Path target) {
        StringBuilder wanted = new StringBuilder(commit).append('\n');
        tags.forEach(tag -> wanted.append(tag.object()).append('\n'));
        List<String> args = new ArrayList<>(List.of("-c", "pack.threads=1", "pack-objects", "--revs", "-q"));
        args.add("--delta-base-offset");
        args.add(target.resolve("objects/pack/pack").toString());
        // What git writes on the way lies where its objects do: those of the repository are only read.
        Map<String, String> env = new LinkedHashMap<>();
        env.put("GIT_OBJECT_DIRECTORY", target.resolve("objects").toString());
        env.put("GIT_ALTERNATE_OBJECT_DIRECTORIES", view.objectDirectories());
        GitView.expect(
                "pack the objects of " + commit,
                view.local(env, args, wanted.toString().getBytes(StandardCharsets.US_ASCII)));
    }

    private void refs(List<Tag> tags, Path target) throws IOException {
        Optional<String> branch = view.branch();
        StringBuilder packed = new StringBuilder("# pack-refs with: peeled fully-peeled sorted \n");
        branch.ifPresent(name ->
                packed.append(commit).append(" refs/heads/").append(name).append('\n'));
        for (Tag tag : tags) {
            packed.append(tag.object()).append(" refs/tags/").append(tag.name()).append('\n');
            if (!tag.object().equals(tag.commit())) {
                packed.append('^').append(tag.commit()).append('\n');
            }
        }
        Files.writeString(target.resolve("packed-refs"), packed);
        Files.writeString(
                target.resolve("HEAD"),
                branch.map(name -> "ref: refs/heads/" + name).orElse(commit) + "\n");
    }

    /** Only the time and size of a file can be known before it is unpacked, so only they are compared. */
    private String configuration() {
        boolean sha256 = view.format() == ObjectFormat.SHA256;
        return "[core]\n\trepositoryformatversion = " + (sha256 ? 1 : 0)
                + "\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n\ttrustctime = false\n\tcheckStat = minimal\n"
                + (sha256 ? "[extensions]\n\tobjectformat = sha256\n" : "");
    }

    private void index(CleanFiles clean, Path file) throws IOException {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("GIT_INDEX_FILE", file.toString());
        GitView.expect("write the index of " + commit, view.local(env, List.of("read-tree", commit), new byte[0]));
        byte[] patched = IndexStat.patch(
                Files.readAllBytes(file),
                view.format(),
                path -> Optional.ofNullable(clean.sizes().get(path)),
                path -> path.toString().startsWith(OWN_FOLDER),
                clean.time());
        Files.write(file, patched);
    }
}
