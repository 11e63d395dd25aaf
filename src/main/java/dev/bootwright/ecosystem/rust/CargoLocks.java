package dev.bootwright.ecosystem.rust;

import dev.bootwright.contract.ProjectNames;
import dev.bootwright.contract.StepProposal.LockSpec;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** How versions are settled where a repository has no {@code Cargo.lock}, and kept in the contract's own lock. */
final class CargoLocks {
    /**
     * Sets every locked version that was published later than a day back to the newest of that day that may stand for it:
     * a release, or else what came before one, if the requirement names such.
     * The times are in what cargo keeps of the index.
     */
    private static final String SET_BACK = """
            cat > "${TMPDIR:-/tmp}/set-back.pl" <<'PERL'
            my ($day) = @ARGV;
            my $home = $ENV{CARGO_HOME} || "$ENV{HOME}/.cargo";
            sub order { my @p = $_[0] =~ /^(\\d+)\\.(\\d+)\\.(\\d+)/; sprintf "%09d%09d%09d", @p }
            sub line_of { my @p = $_[0] =~ /^(\\d+)\\.(\\d+)\\.(\\d+)/; $p[0] ? $p[0] : $p[1] ? "0.$p[1]" : "0.0.$p[2]" }
            sub published {
              my $name = lc $_[0];
              my $n = length $name;
              my $at = $n < 3 ? "$n/$name" : $n == 3 ? "3/" . substr($name, 0, 1) . "/$name"
                : substr($name, 0, 2) . "/" . substr($name, 2, 2) . "/$name";
              my %times;
              for my $file (glob "$home/registry/index/*/.cache/$at") {
                open my $in, "<:raw", $file or next;
                local $/;
                for my $entry (split /\\0/, <$in>) {
                  my ($version) = $entry =~ /"vers":\\s*"([^"]+)"/ or next;
                  my ($time) = $entry =~ /"pubtime":\\s*"([^"]+)"/ or next;
                  $times{$version} = $time unless $entry =~ /"yanked":\\s*true/;
                }
              }
              return \\%times;
            }
            # What is refused is tried again in the next round, or stays: it is no failure to be told.
            my $update = 'exec cargo update --quiet --package "$0" --precise "$1" 2>/dev/null';
            my %known;
            for my $round (1 .. 8) {
              open my $lock, "<", "Cargo.lock" or die "no Cargo.lock";
              my @entries = split /\\n\\[\\[package\\]\\]\\n/, do { local $/; <$lock> };
              my $moved = 0;
              for (@entries) {
                my ($name) = /^name = "([^"]+)"/m or next;
                my ($version) = /^version = "([^"]+)"/m or next;
                next unless /^source = "registry\\+/m;
                my $times = $known{$name} ||= published($name);
                next unless ($times->{$version} || "") gt "${day}T23:59:59Z";
                my @then = grep { $times->{$_} le "${day}T23:59:59Z" && line_of($_) eq line_of($version) } keys %$times;
                my @older = sort { order($b) cmp order($a) } grep { !/-/ && order($_) lt order($version) } @then;
                my @early = sort { $times->{$b} cmp $times->{$a} } grep { /-/ && order($_) le order($version) } @then;
                for my $wanted (@older[0 .. ($#older < 2 ? $#older : 2)], @early[0 .. ($#early < 2 ? $#early : 2)]) {
                  if (system("sh", "-c", $update, "$name\\@$version", $wanted) == 0) {
                    $moved++;
                    last;
                  }
                }
              }
              print "round $round: $moved versions set back to $day\\n";
              last unless $moved;
            }
            PERL
            perl "${TMPDIR:-/tmp}/set-back.pl" DAY""";

    /** Versions that say that the compiler is too old for them are taken only where there is no other. */
    private static final String WHAT_COMPILES = "export CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback\n";

    private CargoLocks() {}

    private static String name(String project) {
        return project.equals(".") ? "Cargo.lock" : ProjectNames.slug(project) + "-Cargo.lock";
    }

    private static String path(String project) {
        String up = project.equals(".") ? "" : "../".repeat(project.split("/").length);
        return up + ".bootstrap/lock/" + name(project);
    }

    static LockSpec captured(String project) {
        String capture = "cat Cargo.lock";
        return new LockSpec(
                name(project),
                project.equals(".") ? capture : "cd '" + project.replace("'", "'\\''") + "'\n" + capture);
    }

    /** @param day null to take the newest versions */
    static String resolve(String project, @Nullable LocalDate day) {
        String resolve = WHAT_COMPILES + "cargo generate-lockfile"
                + (day == null ? "" : "\n" + SET_BACK.replace("DAY", day.toString()));
        return "if [ -s " + path(project) + " ]; then\n  cp " + path(project) + " Cargo.lock\nelse\n" + resolve
                + "\nfi\ncargo fetch --locked";
    }
}
