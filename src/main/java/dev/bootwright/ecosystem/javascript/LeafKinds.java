package dev.bootwright.ecosystem.javascript;

import dev.bootwright.ecosystem.javascript.Leaf.Kind;
import java.util.List;
import java.util.Set;

/** Tells what a program of the JavaScript world is for. */
final class LeafKinds {
    private static final Set<String> BROWSERS = Set.of(
            "karma",
            "wtr",
            "web-test-runner",
            "playwright",
            "cypress",
            "testcafe",
            "wdio",
            "nightwatch",
            "ng",
            "ember",
            "electron-mocha",
            "airtap",
            "zuul",
            "polymer",
            "wct",
            "tsd-browser",
            "vitest-browser");

    private static final Set<String> LINTERS = Set.of(
            "eslint",
            "standard",
            "xo",
            "prettier",
            "tslint",
            "jshint",
            "jscs",
            "biome",
            "oxlint",
            "oxfmt",
            "dprint",
            "markdownlint",
            "markdownlint-cli2",
            "remark",
            "knip",
            "depcheck",
            "publint",
            "attw",
            "size-limit",
            "bundlesize",
            "bundlewatch",
            "license-checker",
            "ls-lint",
            "cspell",
            "commitlint",
            "flow",
            "tsd",
            "dtslint",
            "vue-tsc",
            "svelte-check",
            "lint-staged",
            "ts-standard",
            "neostandard",
            "stylelint",
            "madge",
            "lockfile-lint",
            "npm-package-json-lint",
            "npmPkgJsonLint",
            "snazzy",
            "editorconfig-checker",
            "actionlint",
            "check-dts",
            "tstyche",
            "tsc-strict",
            "typos",
            "codecov",
            "coveralls",
            "sherif",
            "syncpack",
            "manypkg",
            "arethetypeswrong");

    private static final Set<String> BUILDERS = Set.of(
            "tsc",
            "rollup",
            "webpack",
            "vite",
            "esbuild",
            "tsup",
            "tsdown",
            "rolldown",
            "babel",
            "unbuild",
            "swc",
            "microbundle",
            "parcel",
            "ncc",
            "tshy",
            "bob",
            "coffee",
            "lsc",
            "browserify",
            "node-gyp",
            "node-gyp-build",
            "prebuildify",
            "prebuild-install",
            "cmake-js",
            "pkgroll",
            "ipjs",
            "zshy",
            "napi",
            "peggy",
            "pegjs",
            "jison",
            "nearleyc",
            "tree-sitter",
            "graphql-codegen",
            "prisma",
            "buf",
            "pbjs",
            "pbts");

    private static final Set<String> FILES = Set.of(
            "rimraf",
            "rm",
            "del",
            "del-cli",
            "mkdirp",
            "mkdir",
            "cp",
            "cpy",
            "cpx",
            "copyfiles",
            "shx",
            "mv",
            "touch",
            "echo",
            "cd",
            "ncp",
            "rmdir",
            "true",
            "exit",
            "pwd",
            "ls",
            "cat",
            "sleep",
            "printf",
            "export",
            "set",
            "[",
            "test",
            "cpr",
            "ln",
            "chmod",
            "find",
            "which",
            "premove",
            "trash");

    private LeafKinds() {}

    static Kind of(String program, List<String> arguments) {
        if (Runner.of(program, arguments).isPresent()) {
            return Kind.RUNNER;
        }
        if (program.equals("vitest")) {
            return arguments.stream().anyMatch(a -> a.startsWith("--browser")) ? Kind.BROWSER : Kind.LINT;
        }
        if (BROWSERS.contains(program)) {
            return Kind.BROWSER;
        }
        if (LINTERS.contains(program) || (program.equals("tsc") && arguments.contains("--noEmit"))) {
            return Kind.LINT;
        }
        if (BUILDERS.contains(program)) {
            return Kind.BUILD;
        }
        if (FILES.contains(program)) {
            return Kind.FILES;
        }
        return switch (program) {
            case "node", "tsx", "ts-node", "tape", "qunit", "babel-node", "esr", "jiti", "zx", "deno" -> Kind.OWN;
            case "install" -> Kind.INSTALL;
            default -> Kind.OTHER;
        };
    }
}
