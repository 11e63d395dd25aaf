"""Brings a project's source distribution with pip's own index client, without building its metadata.

Arguments: project name, version ("" for the newest), folder. Writes FOLDER/archive and prints one JSON document:
{"status": ..., "version": ..., "file": ..., "published": ..., "known": [...], "detail": ...}
"""

import hashlib
import json
import logging
import os
import sys

from pip._internal.commands import create_command
from pip._vendor.packaging.version import InvalidVersion, Version

JSON_PAGE = "application/vnd.pypi.simple.v1+json"
LIMIT = 2 << 30


def answer(status, **more):
    print(json.dumps(dict(status=status, **more)))
    sys.exit(0)


def pages(session, finder, name):
    """Asks every index for the project's page; tells which answered and when files were published."""
    answered, problems, published = 0, [], {}
    for index in finder.index_urls:
        try:
            response = session.get(
                index.rstrip("/") + "/" + name + "/",
                headers={"Accept": JSON_PAGE + ", text/html;q=0.1"},
            )
            if response.status_code == 404:
                answered += 1
                continue
            response.raise_for_status()
            answered += 1
            if response.headers.get("Content-Type", "").startswith(JSON_PAGE):
                for file in response.json().get("files", []):
                    published[file.get("filename")] = file.get("upload-time")
        except Exception as problem:  # every library below has a base class of its own
            problems.append(str(problem)[:400])
    return answered, problems, published


def download(session, link, folder):
    target = os.path.join(folder, "archive")
    hasher = hashlib.new(link.hash_name) if link.hash_name else None
    response = session.get(link.url_without_fragment, stream=True, headers={"Accept-Encoding": "identity"})
    response.raise_for_status()
    size = 0
    with open(target, "wb") as out:
        for chunk in response.raw.stream(1 << 16, decode_content=False):
            size += len(chunk)
            if size > LIMIT:
                answer("refused", detail="the source distribution is larger than 2 GiB")
            out.write(chunk)
            if hasher:
                hasher.update(chunk)
    if hasher and hasher.hexdigest() != link.hash:
        answer("refused", detail="what was downloaded does not have the digest that the index tells")


def choose(candidates, wanted):
    if wanted:
        chosen = [c for c in candidates if c.version == Version(wanted)]
    else:
        kept = [c for c in candidates if not c.link.is_yanked] or candidates
        final = [c for c in kept if not c.version.is_prerelease] or kept
        newest = max((c.version for c in final), default=None)
        chosen = [c for c in final if c.version == newest]
    chosen.sort(key=lambda c: (not c.link.filename.endswith(".tar.gz"), c.link.filename))
    return chosen[0] if chosen else None


def main():
    name, wanted, folder = sys.argv[1:]
    logging.disable(logging.WARNING)
    os.makedirs(folder, exist_ok=True)
    if wanted:
        try:
            Version(wanted)
        except InvalidVersion:
            answer("no-version", known=[], detail="it is not a version that a Python project can have")
    command = create_command("download")
    with command.main_context():
        bring(command, name, wanted, folder)


def bring(command, name, wanted, folder):
    options, _ = command.parse_args(["--no-deps", "--retries", "2", "--timeout", "20", name])
    session = command.get_default_session(options)
    finder = command._build_package_finder(options=options, session=session, ignore_requires_python=True)
    answered, problems, published = pages(session, finder, name)
    if finder.index_urls and not answered:
        answer("unreachable", detail=problems[0] if problems else "no index answered")
    candidates = finder.find_all_candidates(name)
    sources = [c for c in candidates if not c.link.is_wheel]
    known = [str(v) for v in sorted({c.version for c in candidates})][-20:]
    if not candidates:
        answer("no-project" if not problems else "unreachable", detail="; ".join(problems))
    chosen = choose(sources, wanted)
    if chosen is None:
        built_only = not wanted or any(c.version == Version(wanted) for c in candidates)
        answer("no-source" if built_only else "no-version", known=known, detail="")
    try:
        download(session, chosen.link, folder)
    except Exception as problem:
        answer("unreachable", detail=str(problem)[:400])
    answer(
        "ok",
        version=str(chosen.version),
        file=chosen.link.filename,
        published=published.get(chosen.link.filename),
    )


main()
