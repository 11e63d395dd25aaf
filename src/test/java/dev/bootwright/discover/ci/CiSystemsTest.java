package dev.bootwright.discover.ci;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bootwright.acquire.MemoryTree;
import dev.bootwright.discover.CiCommand;
import dev.bootwright.discover.Discoverer;
import dev.bootwright.discover.DiscoveryReport;
import dev.bootwright.discover.general.GeneralDetectors;
import java.util.List;
import org.junit.jupiter.api.Test;

class CiSystemsTest {
    private static DiscoveryReport read(String... files) {
        return new Discoverer().discover(MemoryTree.of(files), List.copyOf(GeneralDetectors.all()));
    }

    private static List<String> values(DiscoveryReport report, String subject) {
        return report.of(subject).stream()
                .map(f -> f.value() + " @" + f.location())
                .toList();
    }

    private static List<String> tests(DiscoveryReport report) {
        return report.ciCommands().stream()
                .filter(c -> c.purpose() == CiCommand.Purpose.TEST)
                .map(c -> c.location() + " " + c.command() + (c.reproducible() ? "" : " (" + c.reason() + ")"))
                .toList();
    }

    private static final String TRAVIS = """
            language: python
            python:
              - "2.7"
              - "3.8"
              - "nightly"
            env:
              global:
                - MODE=fast LEVEL="a b"
                - secure: "abcdef"
              matrix:
                - DB=sqlite
                - DB=postgres
            addons:
              apt:
                packages:
                  - libxml2-dev
            services:
              - redis-server
            install: pip install -e .[test]
            script:
              - flake8
              - pytest --cov
            after_success: codecov
            """;

    @Test
    void travisIsReadForTheNewestReleasedVersion() {
        DiscoveryReport report = read(".travis.yml", TRAVIS);
        assertThat(values(report, "python.ci-version")).containsExactly("3.8 @.travis.yml:4");
        assertThat(report.of("python.ci-version").getFirst().attributes()).containsEntry("all", "2.7,3.8,nightly");
        assertThat(values(report, "system.package")).containsExactly("libxml2-dev @.travis.yml:16");
        assertThat(values(report, "need.service")).containsExactly("redis @.travis.yml:18");
        assertThat(values(report, "need.secret")).containsExactly("an encrypted variable @.travis.yml:9");
        assertThat(tests(report)).containsExactly(".travis.yml:22 pytest --cov");
        CiCommand test = report.ciCommands().stream()
                .filter(c -> c.purpose() == CiCommand.Purpose.TEST)
                .findFirst()
                .orElseThrow();
        assertThat(test.env())
                .containsEntry("MODE", "fast")
                .containsEntry("LEVEL", "a b")
                .containsEntry("DB", "sqlite");
    }

    @Test
    void includedJobsOfTravisCountWithTheirOwnCommands() {
        DiscoveryReport report = read(".travis.yml", """
                language: java
                matrix:
                  include:
                    - os: osx
                      jdk: openjdk17
                    - os: linux
                      jdk: openjdk11
                      script: mvn -B verify
                script: mvn test
                """);
        assertThat(values(report, "java.ci-version")).containsExactly("11 @.travis.yml:7");
        assertThat(tests(report)).containsExactly(".travis.yml:8 mvn -B verify");
    }

    @Test
    void withoutAScriptTravisRunsWhatIsUsual() {
        String file = "language: node_js\nnode_js: [\"12\", \"14\"]\n";
        DiscoveryReport report = read(".travis.yml", file, "package.json", "{}");
        assertThat(tests(report)).containsExactly(".travis.yml:1 npm test");
        assertThat(values(report, "node.ci-version")).containsExactly("14 @.travis.yml:2");
        assertThat(read(".travis.yml", file).ciCommands()).isEmpty();
    }

    @Test
    void stepsOfBitbucketAreReadOnceWithTheirImages() {
        DiscoveryReport report = read("bitbucket-pipelines.yml", """
                image: python:3.9
                definitions:
                  services:
                    db: {image: "postgres:14"}
                pipelines:
                  default:
                    - parallel:
                        - step:
                            name: unit
                            services: [db, docker]
                            script:
                              - pip install -e .
                              - pytest -q
                              - pipe: vendor/publish:1.0
                        - step:
                            image: {name: "node:18-slim"}
                            script: [npm test]
                  branches:
                    main:
                      - step:
                          script:
                            - pip install -e .
                            - pytest -q
                """);
        assertThat(tests(report))
                .containsExactlyInAnyOrder(
                        "bitbucket-pipelines.yml:13 pytest -q", "bitbucket-pipelines.yml:17 npm test");
        assertThat(values(report, "python.ci-version")).containsExactly("3.9 @bitbucket-pipelines.yml:1");
        assertThat(values(report, "node.ci-version")).containsExactly("18 @bitbucket-pipelines.yml:16");
        assertThat(values(report, "need.service")).containsExactly("postgres @bitbucket-pipelines.yml:10");
    }

    @Test
    void appVeyorCountsWhereItUsesLinux() {
        String file = """
                image: [Visual Studio 2022, Ubuntu2204]
                stack: python 3.11, node 20
                environment:
                  MODE: fast
                  matrix:
                    - TOX: py310
                    - TOX: py311
                install:
                  - cmd: choco install something
                  - sh: sudo apt-get install -y libxml2-dev
                test_script:
                  - ps: Invoke-Tests
                  - pytest
                """;
        DiscoveryReport report = read("appveyor.yml", file);
        assertThat(tests(report)).containsExactly("appveyor.yml:13 pytest");
        assertThat(values(report, "python.ci-version")).containsExactly("3.11 @appveyor.yml:2");
        assertThat(values(report, "system.package")).containsExactly("libxml2-dev @appveyor.yml:10");
        assertThat(report.ciCommands().getFirst().env())
                .containsEntry("MODE", "fast")
                .containsKey("TOX");

        DiscoveryReport windows = read("appveyor.yml", file.replace(", Ubuntu2204", ""));
        assertThat(tests(windows)).containsExactly("appveyor.yml:13 pytest (runs on another system than Linux)");
        assertThat(values(windows, "python.ci-version")).isEmpty();
    }

    @Test
    void onlyLiteralStepsOfAJenkinsfileAreTaken() {
        DiscoveryReport report = read("Jenkinsfile", """
                // sh 'rm -rf /'
                pipeline {
                  agent { docker { image 'maven:3.9-eclipse-temurin-17' } }
                  /* sh "mvn clean" */
                  stages { stage('It\\'s sh "x"') { steps {
                    sh 'mvn -B test'
                    sh(script: "echo \\"done\\"", returnStatus: true)
                    sh \"\"\"
                      cd server
                      npm test
                    \"\"\"
                    sh "deploy ${VERSION}"
                    sh command
                    helper.sh 'not this'
                    push 'nor this'
                  } } }
                }
                """);
        assertThat(tests(report))
                .containsExactly("Jenkinsfile:6 mvn -B test", "Jenkinsfile:8 cd server\n      npm test");
        assertThat(report.ciCommands()).hasSize(3);
        assertThat(values(report, "java.ci-version")).containsExactly("17 @Jenkinsfile:3");
        assertThat(report.unknowns())
                .filteredOn(u -> u.file().equals("Jenkinsfile"))
                .extracting(DiscoveryReport.Unknown::line)
                .containsExactly(12, 13);
    }

    @Test
    void imagesOfBuildToolsNameTheirJdk() {
        assertThat(ToolchainImage.of("maven:3-jdk-8")).hasValue(new ToolchainImage("java.ci-version", "8"));
        assertThat(ToolchainImage.of("registry.example.org:5000/library/gradle:8.5-jdk21-alpine"))
                .hasValue(new ToolchainImage("java.ci-version", "21"));
        assertThat(ToolchainImage.of("maven:3.9")).isEmpty();
    }

    @Test
    void jobsOfGitLabInheritAndAreFollowedInOneCell() {
        DiscoveryReport report = read(".gitlab-ci.yml", """
                default:
                  before_script:
                    - apt-get update && apt-get install -y libpq-dev
                variables:
                  LEVEL: debug
                .base:
                  image: python:$VERSION
                  variables:
                    EXTRA: base
                unit:
                  extends: .base
                  variables:
                    OWN: "1"
                  parallel:
                    matrix:
                      - VERSION: ["3.9", "3.11"]
                  services:
                    - postgres:15
                  script:
                    - pip install -e .
                    - [pytest tests]
                deploy:
                  environment: production
                  script: twine upload dist/*
                by-hand:
                  when: manual
                  script: pytest slow
                """);
        assertThat(values(report, "python.ci-version")).containsExactly("3.11 @.gitlab-ci.yml:7");
        assertThat(values(report, "system.package")).containsExactly("libpq-dev @.gitlab-ci.yml:3");
        assertThat(values(report, "need.service")).containsExactly("postgres @.gitlab-ci.yml:18");
        assertThat(tests(report))
                .containsExactly(
                        ".gitlab-ci.yml:21 pytest tests", ".gitlab-ci.yml:27 pytest slow (is started by hand)");
        assertThat(report.ciCommands())
                .filteredOn(c -> c.command().equals("pytest tests"))
                .singleElement()
                .satisfies(c -> assertThat(c.env())
                        .containsEntry("LEVEL", "debug")
                        .containsEntry("EXTRA", "base")
                        .containsEntry("OWN", "1")
                        .containsEntry("VERSION", "3.11"));
        assertThat(report.ciCommands())
                .filteredOn(c -> c.job().equals("deploy") && c.command().startsWith("twine"))
                .allSatisfy(c -> assertThat(c.reason()).isEqualTo("deploys to the environment production"));
    }

    @Test
    void jobsOfCircleAreFollowedThroughExecutorsCommandsAndParameters() {
        DiscoveryReport report = read(".circleci/config.yml", """
                version: 2.1
                executors:
                  py:
                    parameters: {v: {type: string, default: "3.7"}}
                    docker:
                      - image: cimg/python:<< parameters.v >>
                      - image: cimg/redis:7.0
                commands:
                  prepare:
                    parameters: {extra: {type: string, default: dev}}
                    steps:
                      - run: pip install .[<< parameters.extra >>]
                jobs:
                  unit:
                    parameters: {v: {type: string}}
                    executor: {name: py, v: << parameters.v >>}
                    environment: {LEVEL: info}
                    steps:
                      - checkout
                      - prepare: {extra: test}
                      - run:
                          name: Test
                          working_directory: lib
                          command: |
                            set -e
                            pytest -q
                  mac:
                    macos: {xcode: "15"}
                    steps:
                      - run: pytest
                workflows:
                  all:
                    jobs:
                      - unit:
                          matrix: {parameters: {v: ["3.8", "3.10"]}}
                """);
        assertThat(values(report, "python.ci-version")).containsExactly("3.10 @.circleci/config.yml:6");
        assertThat(values(report, "need.service")).containsExactly("redis @.circleci/config.yml:7");
        assertThat(report.ciCommands()).extracting(CiCommand::command).contains("pip install .[test]");
        assertThat(tests(report))
                .containsExactlyInAnyOrder(
                        ".circleci/config.yml:25 set -e\npytest -q",
                        ".circleci/config.yml:30 pytest (runs on another system than Linux)");
        assertThat(report.ciCommands())
                .filteredOn(c -> c.command().contains("pytest -q"))
                .singleElement()
                .satisfies(c -> assertThat(c.workingDirectory()).isEqualTo("lib"));
    }

    @Test
    void azureIsReadForALinuxCell() {
        DiscoveryReport report = read("azure-pipelines.yml", """
                variables:
                  level: info
                jobs:
                  - job: unit
                    strategy:
                      matrix:
                        win: {image: windows-latest, py: "3.12"}
                        new: {image: ubuntu-latest, py: "3.11"}
                        old: {image: ubuntu-latest, py: "3.8"}
                    pool: {vmImage: $(image)}
                    steps:
                      - task: UsePythonVersion@0
                        inputs: {versionSpec: $(py)}
                      - script: pip install -e .
                      - bash: pytest --level $(level)
                        workingDirectory: sub
                """);
        assertThat(values(report, "python.ci-version")).containsExactly("3.11 @azure-pipelines.yml:13");
        assertThat(tests(report)).containsExactly("azure-pipelines.yml:15 pytest --level info");
    }

    @Test
    void stepListsAreReadWithTheirImages() {
        DiscoveryReport cirrus = read(".cirrus.yml", """
                env: {A: "1"}
                test_task:
                  container: {image: "golang:1.21"}
                  get_script: go mod download
                  test_script: [go vet ./..., go test ./...]
                mac_task:
                  macos_instance: {image: ventura}
                  test_script: go test ./...
                """);
        assertThat(values(cirrus, "go.ci-version")).containsExactly("1.21 @.cirrus.yml:3");
        assertThat(tests(cirrus))
                .containsExactlyInAnyOrder(
                        ".cirrus.yml:5 go test ./...",
                        ".cirrus.yml:8 go test ./... (runs on another system than Linux)");
        DiscoveryReport woodpecker = read(".woodpecker.yml", """
                steps:
                  - name: test
                    image: node:20-alpine
                    commands: [npm ci, npm test]
                services:
                  db: {image: "mysql:8"}
                """);
        assertThat(values(woodpecker, "node.ci-version")).containsExactly("20 @.woodpecker.yml:2");
        assertThat(values(woodpecker, "need.service")).containsExactly("mysql @.woodpecker.yml:6");
        assertThat(tests(woodpecker)).containsExactly(".woodpecker.yml:4 npm test");
    }

    @Test
    void besideWorkflowsOfGitHubTheOtherFilesAreListedAndDecideNothing() {
        DiscoveryReport report = read(".travis.yml", TRAVIS, ".github/workflows/test.yml", """
                on: push
                jobs:
                  unit:
                    runs-on: ubuntu-latest
                    steps:
                      - run: pytest -x
                """);
        assertThat(values(report, "python.ci-version")).isEmpty();
        assertThat(tests(report))
                .containsExactlyInAnyOrder(
                        ".github/workflows/test.yml:6 pytest -x",
                        ".travis.yml:22 pytest --cov (the repository also has workflows of GitHub Actions, which count"
                                + " instead)");
    }

    @Test
    void whatIsBrokenIsNamedWithItsLine() {
        assertThat(read(".travis.yml", "a: [\n").unknowns())
                .extracting(u -> u.file())
                .contains(".travis.yml");
        assertThat(read(".gitlab-ci.yml", "- a\n- b\n").ciCommands()).isEmpty();
    }

    @FuzzTest
    void readingNeverBreaksOff(FuzzedDataProvider data) {
        String name = data.pickValue(new String[] {
            ".travis.yml",
            ".gitlab-ci.yml",
            ".circleci/config.yml",
            "azure-pipelines.yml",
            ".cirrus.yml",
            ".drone.yml",
            "appveyor.yml",
            "bitbucket-pipelines.yml",
            "Jenkinsfile"
        });
        assertThat(read(name, data.consumeRemainingAsString()).unknowns())
                .as("a detector that breaks off is told as unknown")
                .noneMatch(unknown -> unknown.reason().contains("broke off"));
    }
}
