package dev.bootwright.contract;

import java.util.List;

/** Bash source that installs packages of the base's distribution. */
public final class AptInstall {
    private AptInstall() {}

    /**
     * Reads the lists of packages, then installs.
     *
     * @param needed packages that every suite has
     * @param asked packages that CI names for its own distribution; installed where this suite has them
     */
    public static String block(List<String> needed, List<String> asked) {
        return "apt-get update\n" + packages(needed, asked);
    }

    /** The same, where the lists were just read. */
    public static String packages(List<String> needed, List<String> asked) {
        String block = "apt-get install -y --no-install-recommends " + ShellText.quote(needed);
        if (asked.isEmpty()) {
            return block;
        }
        return block + """

                # named for CI's own distribution; this one may lack some
                found=()
                for name in %s; do
                  if apt-cache show --no-all-versions "$name" > /dev/null 2>&1; then
                    found+=("$name")
                  else
                    echo "this suite has no package $name" >&2
                  fi
                done
                if [ "${#found[@]}" -gt 0 ]; then
                  apt-get install -y --no-install-recommends "${found[@]}"
                fi""".formatted(ShellText.quote(asked));
    }
}
