"""Verifies with this reader certificates that the program makes.

    python3 certificates.py ZUG FOLDER_OR_FILE ... [--least N] [--most BYTES] [--seconds N]

For every `.game` file the program is asked for a certificate of the value (`zug prove`). This reader must accept it, and
must refuse it with one bit changed. Certificates longer than `--most` bytes, and files whose proof takes the program
longer than 5 seconds, are left out; so is what comes after `--seconds`. Exits with 1 where a certificate is refused or a
damaged one accepted, or where fewer than `--least` were verified.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROVING = "5s"  # the time that the program may take for one proof


def verdict(game, certificate):
    """Gives the exit code and the words of this reader, run as a stranger would run it."""
    command = [sys.executable, "-m", "zugverify", game, certificate]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HERE)
    return done.returncode, (done.stdout + done.stderr).strip()


def damaged(path, seed):
    """Writes the certificate with one bit changed beside it; gives the path."""
    content = bytearray(open(path, "rb").read())
    chance = random.Random(seed)
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    with open(path + ".damaged", "wb") as file:
        file.write(content)
    return path + ".damaged"


def check(zug, game, folder, most):
    """Gives None where no certificate of that length is made, else what is wrong with it, empty if nothing."""
    path = os.path.join(folder, os.path.basename(game) + ".proof")
    made = subprocess.run([zug, "prove", game, "--out", path, "--timeout", PROVING], capture_output=True, text=True)
    if made.returncode == 3 or made.returncode == 0 and os.path.getsize(path) > most:
        return None
    if made.returncode != 0:
        return "the program makes no certificate: " + made.stderr.strip()
    code, words = verdict(game, path)
    if code != 0:
        return "refused: " + words
    code, words = verdict(game, damaged(path, os.path.basename(game)))
    return "" if code == 1 else "one bit was changed, and the exit code is %d: %s" % (code, words)


def files_of(places):
    """Yields every `.game` file in the folders and among the files."""
    for place in places:
        if os.path.isdir(place):
            yield from (os.path.join(place, name) for name in sorted(os.listdir(place)) if name.endswith(".game"))
        else:
            yield place


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("zug")
    parser.add_argument("places", nargs="+")
    parser.add_argument("--least", type=int, default=10)
    parser.add_argument("--most", type=int, default=4_000)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    zug, begun = os.path.abspath(options.zug), time.time()
    verified = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for game in files_of(options.places):
            if time.time() - begun > options.seconds:
                break
            found = check(zug, os.path.abspath(game), folder, options.most)
            verified += found == ""
            if found:
                wrong += 1
                print("%s: %s" % (game, found))
    print("%d certificates verified, and refused with one bit changed; %d wrong" % (verified, wrong))
    sys.exit(1 if wrong or verified < options.least else 0)


if __name__ == "__main__":
    main()
