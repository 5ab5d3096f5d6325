#!/usr/bin/env python3
"""How the cost of every command, endpoint and live step grows with the catalogue.

  growth.py VITRINE FOLDER [SIZE...]      sizes: 1000 10000 100000 unless given; catalogues are written below FOLDER and kept

Each job is measured in catalogues of all sizes: processor time of the command and of the daemon, the least of some runs. Its exponent is that between the
last two sizes: 1 is a cost for each record, 0 one that does not depend on them. Jobs about everything may have 1.1, jobs about one
record, which a daemon answers, 0.1. Ends with status 1 where one is above that.
"""

import glob
import json
import math
import os
import shutil
import socket
import subprocess
import sys
import time

ALL, ONE = 1.1, 0.1
# Below this much between two sizes, what differs is the weather. Units: seconds.
NOISE = 0.0004

words = ["amber", "broken", "crystal", "dusk", "ember", "frost", "gilded", "hollow", "iron", "jade", "kindled", "last", "moss", "night",
         "opal", "pale"]
systems = ["Windows", "Nintendo Switch", "PlayStation 4", "PlayStation 5", "Xbox One", "Nintendo 3DS"]
genres = ["RPG", "Action", "Adventure", "Platformer", "Puzzle", "Strategy"]


def title(number):
    """A title that no other number has."""
    return " ".join(words[number >> shift & 15] for shift in (0, 4, 8)) + f" {number}"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make(folder, size):
    """Writes a catalogue: games, and miniatures below projects that refer to recipes; as many of each for a record at every size."""
    write(f"{folder}/vitrine.yaml", """vitrine: 1
collections:
  - {kind: game, files: "games/**/*.yaml"}
  - {kind: project, files: "minis/**/project.yaml"}
  - {kind: miniature, files: "minis/**/*.yaml"}
  - {kind: recipe, files: "recipes/**/*.yaml"}
""")
    for n in range(size):
        part = n % 20
        if part < 12:
            write(f"{folder}/games/{n // 500:04}/game-{n}.yaml", f"""title: {title(n)}
release: {1990 + n % 34}{1 + n % 12:02}{1 + n % 28:02}
status: {"wishlist" if n % 7 == 0 else "library"}
properties:
  developers: [Studio {n % 40}]
  genres: [{genres[n % 6]}, {genres[(n + 1 + n // 6 % 4) % 6]}]
  modes: [single-player]
  platforms:
    - {{system: {systems[n % 6]}, format: digital}}
""")
        elif part == 12:
            write(f"{folder}/minis/army-{n}/project.yaml", f"game_system: Warhammer 40K\narmy: Army {n}\nstarted: 2026-02-14\npoints: {n % 900}\n")
        elif part < 18:
            army = n - part + 12
            recipe = n - part + 18 + n % 2
            write(f"{folder}/minis/army-{army}/mini-{n}.yaml", f"""name: Mini {title(n)}
miniature_type: troop
progress_status: primed
progress_updated: 2026-01-17T14:30:00+01:00
recipes: [recipe-{recipe}]
""")
        else:
            write(f"{folder}/recipes/{n // 5000:04}/recipe-{n}.yaml", f"""name: Recipe {title(n)}
miniature_type: troop
paints_used: [{{brand: Citadel, name: Paint {n % 90}}}]
techniques: [shading]
""")
    write(f"{folder}/one.json", json.dumps({"schemaVersion": 1, "games": [{
        "title": "A Game That Came Later", "release": 20260101, "status": "library", "properties": {
            "developers": ["Studio 1"], "publishers": [], "series": [], "genres": ["RPG"], "modes": ["single-player"],
            "platforms": [{"system": "Windows", "format": "digital"}]}}]}))
    write(f"{folder}.made", "")


class Catalogue:
    """A catalogue with a daemon of its own, while it has one."""

    def __init__(self, vitrine, folder, size):
        self.vitrine, self.folder, self.size = vitrine, folder, size
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=f"{folder}.run")
        os.makedirs(self.environment["XDG_RUNTIME_DIR"], mode=0o700, exist_ok=True)
        self.daemon = None

    def run(self, words, check=True):
        """The processor time of a command."""
        words = [word.replace("{out}", f"{self.folder}.out").replace("{one}", f"{self.folder}/one.json") for word in words]
        before = self.daemon_time()
        process = subprocess.Popen(
            [self.vitrine, "-C", self.folder, *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if check and process.returncode > 1:
            sys.exit(f"growth: 'vitrine {' '.join(words)}' ended with {process.returncode}: {said.decode()}")
        return usage.ru_utime + usage.ru_stime + self.daemon_time() - before

    def start(self):
        """Starts the daemon."""
        self.run(["daemon", "start"])
        status = subprocess.run(
            [self.vitrine, "-C", self.folder, "daemon", "status", "--format", "json"], env=self.environment, capture_output=True)
        self.daemon = json.loads(status.stdout)["pid"] if status.returncode == 0 and b'"pid"' in status.stdout else self.found()
        self.socket = glob.glob(f"{self.folder}.run/**/*", recursive=True)
        self.socket = next(path for path in self.socket if not os.path.isdir(path) and path.endswith((".socket", ".sock", "socket")))

    def found(self):
        """The daemon of this catalogue, by the words that it was started with."""
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                try:
                    with open(f"/proc/{entry}/cmdline", "rb") as file:
                        line = file.read()
                except OSError:
                    continue
                if b"vitrined" in line.split(b"\0")[0] and self.folder.encode() in line:
                    return int(entry)
        sys.exit("growth: the daemon is not there")

    def stop(self):
        """Ends the daemon."""
        if self.daemon:
            self.daemon = None
            self.run(["daemon", "stop"])

    def daemon_time(self):
        """The time that all threads of the daemon have run."""
        total = 0
        if self.daemon:
            for task in os.listdir(f"/proc/{self.daemon}/task"):
                try:
                    with open(f"/proc/{self.daemon}/task/{task}/schedstat", encoding="ascii") as file:
                        total += int(file.read().split()[0])
                except OSError:
                    continue
        return total / 1e9

    def settled(self, times=1):
        """Waits until the daemon has had nothing to do for so many times 0.05 s."""
        quiet = 0
        while quiet < times:
            before = self.daemon_time()
            time.sleep(0.05)
            quiet = quiet + 1 if self.daemon_time() - before < 0.0005 else 0

    def request(self, target):
        """The processor time of the daemon for one request."""
        before = self.daemon_time()
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(self.socket)
            connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            head = b""
            while part := connection.recv(1 << 20):
                head = head or part
        if not head.startswith(b"HTTP/1.1 200"):
            sys.exit(f"growth: {target} is answered by {head[:200]!r}")
        return self.daemon_time() - before

    def touch(self, path, text):
        """The processor time of the daemon from a write until it is seen by a request."""
        before = self.daemon_time()
        if text is None:
            os.remove(f"{self.folder}/{path}")
        else:
            write(f"{self.folder}/{path}", text)
        self.request("/v1/status")
        self.settled()
        return self.daemon_time() - before


def command(*words):
    """A job that runs a command."""
    return lambda catalogue: catalogue.run(words)


def undone(*words):
    """A job that runs a command which changes something, and takes the change back."""
    def job(catalogue):
        taken = catalogue.run(words)
        if catalogue.daemon:
            catalogue.settled()
        catalogue.run(["undo"])
        if catalogue.daemon:
            catalogue.settled()
        return taken
    return job


def get(target):
    """A job that asks the service."""
    return lambda catalogue: catalogue.request(target)


def saved(catalogue):
    """A live step: a record is saved with another value, and with the first one."""
    path = f"{catalogue.folder}/games/0000/game-1.yaml"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    taken = catalogue.touch("games/0000/game-1.yaml", text.replace("status: library", "status: wishlist"))
    return (taken + catalogue.touch("games/0000/game-1.yaml", text)) / 2


def came(catalogue):
    """A live step: a record comes and goes."""
    text = "title: Passing\nrelease: 20260101\nstatus: library\nproperties: {developers: [A], genres: [RPG], modes: [single-player], platforms: []}\n"
    return (catalogue.touch("games/0000/passing.yaml", text) + catalogue.touch("games/0000/passing.yaml", None)) / 2


def referred(catalogue):
    """A live step: a record that others refer to and that stands below another goes and comes back."""
    path = f"{catalogue.folder}/recipes/0000/recipe-18.yaml"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return (catalogue.touch("recipes/0000/recipe-18.yaml", None) + catalogue.touch("recipes/0000/recipe-18.yaml", text)) / 2


# What is read from the files: everything there is, always.
cold = {
    "check": command("check", "--no-daemon"),
    "list, limit 10": command("list", "--no-daemon", "game", "genres:RPG", "limit:10"),
    "list, sorted": command("list", "--no-daemon", "game", "sort:-release"),
    "list, over a reference": command("list", "--no-daemon", "miniature", "recipes.techniques:shading"),
    "list --format json": command("list", "--no-daemon", "--format", "json"),
    "stats": command("stats", "--no-daemon"),
    "stats --by": command("stats", "--no-daemon", "game", "--by", "platforms.system"),
    "stats --by two": command("stats", "--no-daemon", "game", "--by", "status,genres"),
    "due": command("due", "--no-daemon"),
    "property list": command("property", "list", "--no-daemon"),
    "show": command("show", "--no-daemon", "game-1"),
    "schema check": command("schema", "check", "--no-daemon"),
    "fmt, planned": command("fmt", "--no-daemon", "--keys", "--dry-run"),
    "export --format json": command("export", "--no-daemon", "-q", "--format", "json", "-o", "{out}"),
    "export --format ndjson": command("export", "--no-daemon", "-q", "--format", "ndjson", "-o", "{out}"),
    "export --format csv": command("export", "--no-daemon", "-q", "game", "--format", "csv", "-o", "{out}"),
    "export --format yaml": command("export", "--no-daemon", "-q", "--format", "yaml", "-o", "{out}"),
    "export --format sqlite": command("export", "--no-daemon", "-q", "--format", "sqlite", "-o", "{out}"),
    "property rename, planned": command("property", "rename", "--dry-run", "--no-daemon", "status", "library", "owned"),
    "set all, planned": command("set", "--dry-run", "--no-daemon", "kind:game", "--", "status=wishlist"),
}

# What a daemon answers about everything.
warm = {
    "check": command("check"),
    "list, sorted": command("list", "game", "sort:-release"),
    "list --format json": command("list", "--format", "json"),
    "list, over a reference": command("list", "miniature", "recipes.techniques:shading"),
    "stats --by": command("stats", "game", "--by", "platforms.system"),
    "stats --by two": command("stats", "game", "--by", "status,genres"),
    "due": command("due"),
    "property list": command("property", "list"),
    "GET /v1/rows": get("/v1/rows?kind=game&format=json"),
    "GET /v1/stats": get("/v1/stats?kind=game&by=genres"),
}

# What is about one record, or a few.
one = {
    "show, by last part": command("show", "game-1"),
    "show, by id": command("show", "games/0000/game-1"),
    "show, used by others": command("show", "recipe-18"),
    "show, below another": command("show", "mini-13"),
    "inspect": command("inspect", "games/0000/game-1.yaml"),
    "check one file": command("check", "games/0000/game-1.yaml"),
    "explain": command("explain", "duplicate-key"),
    "daemon status": command("daemon", "status"),
    "set": undone("set", "--yes", "games/0000/game-1", "--", "status=wishlist"),
    "new": undone("new", "game", "title=A new one", "release=20260102", "status=library", "properties.modes+=single-player"),
    "progress": undone("progress", "minis/army-12/mini-13", "basecoated"),
    "rm": undone("rm", "--yes", "games/0000/game-2"),
    "mv": undone("mv", "--yes", "games/0000/game-2", "games/0000/game-2-moved"),
    "import one": undone("import", "--yes", "-q", "{one}"),
    "GET /v1/status": get("/v1/status"),
    "GET /v1/records": get("/v1/records/games/0000/game-1"),
    "GET /v1/rows, limit 10": get("/v1/rows?kind=recipe&q=path:recipes/0000/recipe-18.yaml&format=json"),
    "GET /v1/report of a file": get("/v1/report?path=games/0000/game-1.yaml&format=json"),
    "GET /v1/explain": get("/v1/explain/duplicate-key"),
    "a record is saved": saved,
    "a record comes and goes": came,
    "a record with references comes and goes": referred,
}


def measure(catalogue, jobs, runs, times, group):
    """Adds the least time of each job to the table."""
    for name, job in jobs.items():
        if only and not any(word in f"{group}: {name}" for word in only):
            continue
        try:
            taken = min(job(catalogue) for _ in range(runs))
        except SystemExit as reason:
            print(reason, file=sys.stderr)
            taken = math.nan
        times.setdefault((group, name), []).append(taken)


only = [word[1:] for word in sys.argv if word.startswith("+")]
plain = [word for word in sys.argv if not word.startswith("+")]
if len(plain) < 3:
    sys.exit(__doc__)
vitrine, work = os.path.abspath(plain[1]), os.path.abspath(plain[2])
sizes = [int(word) for word in plain[3:]] or [1000, 10000, 100000]
times = {}
for size in sizes:
    folder = f"{work}/growth-{size}"
    if not os.path.exists(f"{folder}.made"):
        shutil.rmtree(folder, ignore_errors=True)
        make(folder, size)
    catalogue = Catalogue(vitrine, folder, size)
    print(f"{size} records", file=sys.stderr)
    runs = 5 if size <= 10000 else 3
    measure(catalogue, cold, runs, times, "cold")
    catalogue.start()
    try:
        # On a busy machine it may not have been given any time yet for what it does when it has begun.
        catalogue.settled(times=20)
        measure(catalogue, warm, runs, times, "daemon")
        measure(catalogue, one, runs, times, "one")
    finally:
        catalogue.stop()

worst = 0
print(f"| job | {' | '.join(f'{size} ms' for size in sizes)} | exponent | at most |\n|---|{'--:|' * (len(sizes) + 2)}")
for (group, name), taken in times.items():
    most = ONE if group == "one" else ALL
    exponent = math.nan
    if len(taken) > 1:
        grown = taken[-1] - taken[-2] > NOISE
        exponent = math.log(taken[-1] / taken[-2]) / math.log(sizes[-1] / sizes[-2]) if grown else 0.0
    mark = " **above**" if exponent > most else ""
    worst += 1 if exponent > most else 0
    print(f"| {group}: {name} | {' | '.join(f'{1000 * value:.2f}' for value in taken)} | {exponent:.2f}{mark} | {most} |")
sys.exit(1 if worst else 0)
