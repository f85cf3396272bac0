#!/usr/bin/env python3
"""GNU Backgammon reads the backgammon files that this program writes.

Usage: .ci/gnubg_files.py [FOLDER]

The folder (target/tmp/backgammon, which the tests of backgammon's files fill) holds pairs NAME.mat
and NAME.sgf of the same games. Each is imported by GNU Backgammon and exported again as .mat; rolls,
plays, cube and points must be those that were written. Needs Debian's package gnubg.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SECONDS = 120


def find_gnubg():
    """Debian installs it in a folder for games, which root has not in its path."""
    found = shutil.which("gnubg") or "/usr/games/gnubg"
    return found if pathlib.Path(found).exists() else None


def deeds(text):
    """Games as lists of words: dice, steps, cube, points; without names, columns and headings."""
    games = []
    for line in text.splitlines():
        if re.match(r"\s*Game \d+\s*$", line):
            games.append([])
        elif games and (re.match(r"\s*\d+\)", line) or "Wins" in line):
            words = re.sub(r"^\s*\d+\)", "", line)
            words = words.replace(" and the match", "").replace("points", "point")
            games[-1] += words.split()
    return games


def exported(gnubg, path, out):
    """What GNU Backgammon makes of a file."""
    load = f"import mat {path}" if path.suffix == ".mat" else f"load match {path}"
    commands = f"set automatic game off\n{load}\nexport match mat {out}\nquit\ny\n"
    run = subprocess.run(
        [gnubg, "-t", "-q"],
        input=commands,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=SECONDS,
        check=False,
    )
    if not out.exists():
        raise SystemExit(f"{path}: nothing was exported\n{run.stdout}{run.stderr}")
    return out.read_text(encoding="utf-8", errors="replace")


def check(gnubg, path, temporary):
    """Says what is different; None where nothing is."""
    wanted = deeds(path.with_suffix(".mat").read_text(encoding="utf-8"))
    found = deeds(exported(gnubg, path, temporary / f"{path.name}.mat"))
    if not wanted or not any(wanted):
        return "there is no game in it"
    if len(found) != len(wanted):
        return f"{len(found)} games instead of {len(wanted)}"
    for number, (want, have) in enumerate(zip(wanted, found), 1):
        if want != have:
            at = next((i for i, (a, b) in enumerate(zip(want, have)) if a != b), min(len(want), len(have)))
            return f"game {number}: {want[at:at + 6]} became {have[at:at + 6]}"
    return None


def main():
    gnubg = find_gnubg()
    if gnubg is None:
        raise SystemExit("GNU Backgammon is not installed: apt-get install gnubg")
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target/tmp/backgammon")
    paths = sorted(folder.glob("*.mat")) + sorted(folder.glob("*.sgf"))
    if not paths:
        raise SystemExit(f"{folder}: no files; run the tests of backgammon's files first")
    n_wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        for path in paths:
            problem = check(gnubg, path.resolve(), pathlib.Path(temporary))
            if problem:
                n_wrong += 1
                print(f"{path}: {problem}")
    print(f"{len(paths) - n_wrong} of {len(paths)} files read by GNU Backgammon as written")
    sys.exit(1 if n_wrong else 0)


if __name__ == "__main__":
    main()
