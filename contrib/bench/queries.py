#!/usr/bin/env python3
"""The same questions to vitrine's index, to DuckDB and to SQLite, in process: the same rows, and how long each takes.

usage: queries.py PROGRAM FOLDER [ROUNDS]

PROGRAM is MeasureQueries (contrib/bench/run builds it); FOLDER was written by 'records': FOLDER/catalogue and FOLDER/games.rec with the
same games. DuckDB and SQLite hold everything in memory, in two forms each: one wide table whose lists are joined, folded texts, and tables
of one row a value with every index that helps. Each question is put to both forms, and the faster counts. SQLite is asked through prepared
statements that give numbers of rows, DuckDB through numpy arrays of them, so that no time goes into making Python texts.
"""
import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import unicodedata

import duckdb

# A question: its name, the words of vitrine, and SQL for the wide table and for the normal ones; None where a form has no better way.
# 'sorted' compares the order of the rows as well.
QUESTIONS = [
    ("three conditions", "developer:blue platforms.system:switch sort:release", True,
     "SELECT id FROM wide WHERE contains(developers, 'blue') AND contains(systems, '|Nintendo Switch|') ORDER BY release, title, id",
     "SELECT g.id FROM game g WHERE g.id IN (SELECT game FROM developer WHERE contains(folded, 'blue'))"
     " AND g.id IN (SELECT game FROM platform WHERE system = 'Nintendo Switch') ORDER BY release, title, id"),
    ("title substring", "title:mirage", False, "SELECT id FROM wide WHERE contains(title, 'mirage')", None),
    ("title substring, rare", "title:ithaca title:196", False,
     "SELECT id FROM wide WHERE contains(title, 'ithaca') AND contains(title, '196')", None),
    ("enum and range", "status:wishlist release:2010..2012", False,
     "SELECT id FROM wide WHERE status = 'wishlist' AND release BETWEEN 20100101 AND 20121231",
     "SELECT id FROM game WHERE status = 'wishlist' AND release BETWEEN 20100101 AND 20121231"),
    ("any of two, not a third", "genre:puzzle,rpg -mode:local-co-op", False,
     "SELECT id FROM wide WHERE (contains(genres, 'puzzle') OR contains(genres, 'rpg')) AND NOT contains(modes, 'local co-op')", None),
    ("one pair", "platforms:{system:switch format:digital}", False,
     "SELECT id FROM wide WHERE contains(pairs, '|Nintendo Switch: digital|')",
     "SELECT DISTINCT game FROM platform WHERE system = 'Nintendo Switch' AND format = 'digital'"),
    ("all, by title", "sort:title", True, "SELECT id FROM wide ORDER BY title, release, id", None),
    ("all, by release", "sort:-release", True, "SELECT id FROM wide ORDER BY release DESC, title, id", None),
    ("first 20 by release", "sort:-release limit:20", True, "SELECT id FROM wide ORDER BY release DESC, title, id LIMIT 20", None),
]


def folded(text):
    """Case and marks ignored, near enough to vitrine's folding for the questions asked here."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))


def records(folder):
    """The games of games.rec: path below the catalogue, and fields by name, each a list."""
    with open(os.path.join(folder, "games.rec"), encoding="utf-8") as file:
        blocks = file.read().split("\n\n")
    number = 0
    for block in blocks:
        fields = {}
        for line in block.split("\n"):
            name, _, value = line.partition(": ")
            if line and not line.startswith("%"):
                fields.setdefault(name, []).append(value)
        if "Slug" in fields:
            yield "games/%03d/%s.yaml" % (number // 500, fields["Slug"][0]), fields
            number += 1


def tables(folder):
    """Rows of the wide table, and of the ones with a row a value."""
    wide, lists, platforms, paths = [], {"developer": [], "genre": [], "mode": []}, [], []
    # Ids follow the byte order of the paths, which is how vitrine breaks the last ties.
    for id, (path, game) in enumerate(sorted(records(folder), key=lambda pair: pair[0].encode())):
        paths.append(path)
        joined = {}
        for name in lists:
            values = [folded(value) for value in game.get(name.capitalize(), [])]
            joined[name] = "|".join(values)
            lists[name] += [(id, value) for value in values]
        pairs = game.get("Platform", [])
        platforms += [(id, *pair.split(": ", 1)) for pair in pairs]
        systems = "|" + "|".join(pair.split(": ", 1)[0] for pair in pairs) + "|"
        wide.append((id, folded(game["Title"][0]), int(game["Release"][0]), game["Status"][0], joined["developer"], joined["genre"],
                     joined["mode"], systems, "|" + "|".join(pairs) + "|"))
    return wide, lists, platforms, paths


class DuckDB:
    """DuckDB in memory."""

    def __init__(self, wide, lists, platforms):
        import numpy
        self.name = "DuckDB " + duckdb.__version__
        self.connection = duckdb.connect(":memory:")
        names = ["id", "title", "release", "status", "developers", "genres", "modes", "systems", "pairs"]
        frames = {"wide": dict(zip(names, map(list, zip(*wide))))}
        frames["game"] = {name: frames["wide"][name] for name in names[:4]}
        for name, rows in lists.items():
            frames[name] = dict(zip(["game", "folded"], map(list, zip(*rows))))
        frames["platform"] = dict(zip(["game", "system", "format"], map(list, zip(*platforms))))
        for name, columns in frames.items():
            arrays = {key: numpy.array(values) for key, values in columns.items()}
            self.connection.register("source", arrays)
            self.connection.execute(f"CREATE TABLE {name} AS SELECT * FROM source")
            self.connection.unregister("source")

    def ask(self, sql):
        """The ids of the rows."""
        return next(iter(self.connection.execute(sql).fetchnumpy().values()))


class SQLite:
    """SQLite in memory."""

    def __init__(self, wide, lists, platforms):
        self.name = "SQLite " + sqlite3.sqlite_version
        self.connection = sqlite3.connect(":memory:")
        run = self.connection.execute
        many = self.connection.executemany
        run("CREATE TABLE wide (id INTEGER PRIMARY KEY, title, release, status, developers, genres, modes, systems, pairs)")
        many("INSERT INTO wide VALUES (?,?,?,?,?,?,?,?,?)", wide)
        run("CREATE TABLE game (id INTEGER PRIMARY KEY, title, release, status)")
        many("INSERT INTO game VALUES (?,?,?,?)", [row[:4] for row in wide])
        for name, rows in lists.items():
            run(f"CREATE TABLE {name} (game, folded)")
            many(f"INSERT INTO {name} VALUES (?,?)", rows)
            run(f"CREATE INDEX {name}_folded ON {name} (folded, game)")
        run("CREATE TABLE platform (game, system, format)")
        many("INSERT INTO platform VALUES (?,?,?)", platforms)
        run("CREATE INDEX platform_system ON platform (system, format, game)")
        run("CREATE INDEX platform_game ON platform (game, system)")
        for table in ["wide", "game"]:
            run(f"CREATE INDEX {table}_status ON {table} (status, release)")
            run(f"CREATE INDEX {table}_release ON {table} (release, title, id)")
            run(f"CREATE INDEX {table}_falling ON {table} (release DESC, title, id)")
            run(f"CREATE INDEX {table}_title ON {table} (title, release, id)")
        run("ANALYZE")

    def ask(self, sql):
        """The ids of the rows."""
        sql = re.sub(r"(NOT )?contains\((\w+), ('[^']*')\)", lambda m: f"{m[1] or ''}instr({m[2]}, {m[3]}) > 0", sql)
        return [row[0] for row in self.connection.execute(sql).fetchall()]


def timed(engine, sql, rounds):
    """The median time of a question in microseconds, and its rows."""
    rows = engine.ask(sql)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        engine.ask(sql)
        times.append((time.perf_counter() - start) * 1e6)
    return statistics.median(times), [int(row) for row in rows]


def own(program, catalogue, rounds):
    """Vitrine's answers: for each question the median time in microseconds, and the paths of the rows."""
    with tempfile.NamedTemporaryFile("w", suffix=".queries") as file:
        file.write("".join(words + "\n" for _, words, *_ in QUESTIONS))
        file.flush()
        output = subprocess.run([program, catalogue, file.name, str(rounds), "--rows"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def main():
    program, folder = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    wide, lists, platforms, paths = tables(folder)
    engines = [DuckDB(wide, lists, platforms), SQLite(wide, lists, platforms)]
    answers = own(program, os.path.join(folder, "catalogue"), rounds * 3)
    print("| question, %d records | rows | vitrine µs | %s µs | times | %s µs | times |" % (
        len(wide), engines[0].name, engines[1].name))
    print("|---|--:|--:|--:|--:|--:|--:|")
    wrong = 0
    for (name, words, ordered, *forms), answer in zip(QUESTIONS, answers):
        cells = []
        for engine in engines:
            best = None
            for sql in filter(None, forms):
                median, rows = timed(engine, sql, rounds)
                found = [paths[row] for row in rows]
                same = found == answer["rows"] if ordered else sorted(found) == sorted(answer["rows"])
                if not same:
                    wrong += 1
                    print(f"{name}: {engine.name} has {len(found)} rows, vitrine {len(answer['rows'])}; "
                          f"first that differ: {[p for p in zip(found, answer['rows']) if p[0] != p[1]][:1]}", file=sys.stderr)
                best = min(best or median, median)
            cells.append("%.0f | %.1f" % (best, best / answer["median"]))
        print("| %s | %d | %.0f | %s |" % (name, len(answer["rows"]), answer["median"], " | ".join(cells)))
    return 1 if wrong else 0


sys.exit(main())
