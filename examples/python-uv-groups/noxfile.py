import nox


@nox.session(python=["3.11", "3.13"])
def tests(session):
    session.install("--group", "tests", "-e", ".")
    session.run("pytest", "-q", "tests", *session.posargs)


@nox.session
def lint(session):
    session.install("pre-commit")
    session.run("pre-commit")
