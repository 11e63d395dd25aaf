package dev.bootwright.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bootwright.acquire.SourceReference.ArchiveFile;
import dev.bootwright.acquire.SourceReference.GitSource;
import dev.bootwright.acquire.SourceReference.LocalFolder;
import dev.bootwright.acquire.SourceReference.RegistryPackage;
import dev.bootwright.failure.FailureCode;
import dev.bootwright.failure.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All accepted forms of a source, the names that follow from them, and what is refused. */
class SourceReferenceTest {
    @TempDir
    Path temp;

    private SourceReference parse(String text) {
        return SourceReference.parse(text, temp);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "https://host.example/o/flask,             https://host.example/o/flask,           -,          flask",
                "https://host.example/o/flask.git@2.0,     https://host.example/o/flask.git,       2.0,        flask",
                "https://host.example/o/x.git@HEAD,        https://host.example/o/x.git,           -,          x",
                "https://host.example/o/x.git@feature/a,   https://host.example/o/x.git,           feature/a,  x",
                "https://host.example/@scope/x@v1,         https://host.example/@scope/x,          v1,         x",
                "https://u:secret@host.example/o/x/,       https://u:secret@host.example/o/x/,     -,          x",
                "HTTPS://host.example/o/x,                 https://host.example/o/x,               -,          x",
                "ssh://git@host.example:22/o/x.git@main,   ssh://git@host.example:22/o/x.git,      main,       x",
                "git://host.example/x,                     git://host.example/x,                   -,          x",
                "file:///srv/git/x.git@abc1234,            file:///srv/git/x.git,                  abc1234,    x",
                "git@host.example:o/x.git,                 git@host.example:o/x.git,               -,          x",
                "git@host.example:o/x.git@v1.2,            git@host.example:o/x.git,               v1.2,       x",
                "host.example:x,                           host.example:x,                         -,          x",
            })
    void gitForms(String text, String location, String ref, String name) {
        assertThat(parse(text)).isEqualTo(new GitSource(location, ref));
        assertThat(parse(text).name()).isEqualTo(name);
    }

    @Test
    void credentialsAreNotDisplayed() {
        assertThat(parse("https://u:secret@host.example/o/x@v1").display()).isEqualTo("https://host.example/o/x@v1");
    }

    @ParameterizedTest
    @CsvSource({
        "pkg:pypi/jinja2@3.1.4,                          jinja2,                        3.1.4,          jinja2",
        "pkg:pypi/Zope.Interface@6.0,                    zope-interface,                6.0,            zope-interface",
        "pkg:pypi/torch@2.0%2Bcpu,                       torch,                         2.0+cpu,        torch",
        "pkg:golang/github.com/google/uuid@v1.6.0,       github.com/google/uuid,        v1.6.0,         uuid",
        "pkg:golang/github.com/BurntSushi/toml@v1.3.2,   github.com/BurntSushi/toml,    v1.3.2,         toml",
        "pkg:golang/github.com/jackc/pgx/v5@v5.5.0,      github.com/jackc/pgx/v5,       v5.5.0,         pgx",
        "pkg:golang/gopkg.in/yaml.v3@v3.0.1,             gopkg.in/yaml.v3,              v3.0.1,         yaml",
        "pkg:cargo/itoa@1.0.11,                          itoa,                          1.0.11,         itoa",
        "pkg:cargo/serde_json@1.0.0-rc1,                 serde_json,                    1.0.0-rc1,      serde_json",
        "pkg:npm/ms@2.1.3,                               ms,                            2.1.3,          ms",
        "pkg:npm/%40sindresorhus/is@6.0.0,               @sindresorhus/is,              6.0.0,          is",
        "pkg:npm/@sindresorhus/is@6.0.0,                 @sindresorhus/is,              6.0.0,          is",
        "pkg:deb/debian/zlib@1:1.3.dfsg%2Breally1.3.1-1, debian/zlib,                   1:1.3.dfsg+really1.3.1-1, zlib",
    })
    void packageUrls(String text, String name, String version, String shortName) {
        assertThat(parse(text)).isInstanceOfSatisfying(RegistryPackage.class, p -> {
            assertThat(p.url().name()).isEqualTo(name);
            assertThat(p.url().version()).isEqualTo(version);
            assertThat(p.name()).isEqualTo(shortName);
        });
    }

    @Test
    void aPackageUrlNeedsNoVersion() {
        assertThat(PackageUrl.parse("pkg:pypi/six").version()).isNull();
        assertThat(PackageUrl.parse("pkg:npm/@types/node").name()).isEqualTo("@types/node");
        assertThat(PackageUrl.parse("pkg:golang/golang.org/x/text").shortName()).isEqualTo("text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pkg:pypi/",
                "pkg:gem/rake@13.0.0",
                "pkg:npm/--registry=x@1.0.0",
                "pkg:npm/a/b/c@1.0.0",
                "pkg:npm/ms@latest",
                "pkg:deb/zlib@1.0",
                "pkg:deb/ubuntu/zlib@1.0",
                "pkg:deb/debian/-o@1.0",
                "pkg:deb/debian/zlib@-o",
                "pkg:pypi/-r@1",
                "pkg:pypi/six@--index-url=x",
                "pkg:pypi/six@1?x=y",
                "pkg:pypi/six%0a@1",
                "pkg:pypi/six%@1",
                "pkg:golang/../../etc@v1.0.0",
                "pkg:golang/github.com/../x@v1.0.0",
                "pkg:golang/nohost/x@v1.0.0",
                "pkg:golang/github.com/a/b@latest",
                "pkg:cargo/--config@1.0.0",
                "pkg:cargo/itoa@1.0",
                "pkg:cargo/a/b@1.0.0",
                "http://host.example/x",
                "ftp://host.example/x",
                "ext::sh -c whoami",
                "https://host.example",
                "https:///x",
                "ssh://-oProxyCommand=x/y",
                "https://host.example/x@--upload-pack=y",
                "https://host.example/x-1.tar.gz",
                "a\nb",
            })
    void otherFormsAreRefusedWithTheAcceptedOnes(String text) {
        ToolException refused = catchThrowableOfType(ToolException.class, () -> parse(text));
        assertThat(refused.failure().code()).isIn(FailureCode.USAGE, FailureCode.SOURCE_NOT_FOUND);
        assertThat(refused.failure().code().exitCode()).isEqualTo(2);
        assertThat(refused.failure().next()).contains("pkg:pypi/NAME@VERSION");
    }

    @Test
    void pathsAreWhatLiesThere() throws IOException {
        Path plain = Files.createDirectory(temp.resolve("plain"));
        Path repo = Files.createDirectory(temp.resolve("repo"));
        TestGit.init(repo);
        Path bare = temp.resolve("bare.git");
        TestGit.run(temp, "init", "-q", "--bare", bare.toString());
        Files.createDirectory(temp.resolve("at@sign"));
        Files.writeString(temp.resolve("x-1.2.tar.gz"), "");
        Files.writeString(temp.resolve("x.txt"), "");
        Path real = temp.toRealPath();

        assertThat(parse("plain")).isEqualTo(new LocalFolder(real.resolve("plain")));
        assertThat(parse("./repo/")).isEqualTo(new LocalFolder(real.resolve("repo")));
        assertThat(parse(plain.toString())).isInstanceOf(LocalFolder.class);
        assertThat(parse("at@sign")).isInstanceOf(LocalFolder.class);
        assertThat(parse("repo@v1"))
                .isEqualTo(new GitSource(real.resolve("repo").toString(), "v1"));
        assertThat(parse("bare.git"))
                .isEqualTo(new GitSource(real.resolve("bare.git").toString(), null));
        assertThat(parse("bare.git").name()).isEqualTo("bare");
        assertThat(parse("x-1.2.tar.gz")).isEqualTo(new ArchiveFile(real.resolve("x-1.2.tar.gz")));
        assertThatThrownBy(() -> parse("x.txt")).hasMessageContaining("neither a folder nor an archive");
        ToolException missing = catchThrowableOfType(ToolException.class, () -> parse("no/such"));
        assertThat(missing.failure().code()).isEqualTo(FailureCode.SOURCE_NOT_FOUND);
        assertThat(missing.failure().summary()).contains("no/such");
        assertThatThrownBy(() -> parse("plain@v1")).hasMessageContaining("plain@v1");
    }

    @ParameterizedTest
    @CsvSource({
        "jinja2-3.1.4.tar.gz, jinja2",
        "my-lib-1.0rc1.zip, my-lib",
        "zope.interface-6.0.tar.bz2, zope.interface",
        "tool_v2.tgz, tool",
        "plain.tar.xz, plain",
        "python-dateutil-2.9.0.post0.tar.gz, python-dateutil",
        "v1.2.3.tar.gz, v1.2.3",
        "h2-4.1.0.tar, h2",
    })
    void archiveNamesLoseVersionAndSuffix(String file, String name) {
        assertThat(SourceNames.ofArchive(file)).isEqualTo(name);
    }
}
