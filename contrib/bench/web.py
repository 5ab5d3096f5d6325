#!/usr/bin/env python3
"""Looks at `vitrine serve` as people do, in headless Chromium, and says how long they wait.

  web.py VITRINE CATALOGUE MAP    CATALOGUE has many records of the kind 'game', MAP some thousands with places; both are changed and left as they were

Each line: what was measured, the figure, the bar that it has to stay below, and whether it does; status 1 where one does not. Where
Datasette is in .build/venv, the same records are a table of SQLite, and the same is asked of it; where Fava is, it shows a journal of as many entries.
"""
import gzip
import http.client
import http.server
import os
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from datetime import date, timedelta
from pathlib import Path

from browser import Browser

root = Path(__file__).resolve().parents[2]
painted = "(done) => requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = done; c.port2.postMessage(0); })"
failures = 0


def percentile(values, part):
    values = sorted(values)
    return values[min(int(len(values) * part), len(values) - 1)]


def show(name, figure, unit, bar=None, note=""):
    global failures
    met = "" if bar is None else ("met" if figure <= bar else "MISSED")
    failures += met == "MISSED"
    print(f"{name:54} {figure:9.1f} {unit:4} {'' if bar is None else f'at most {bar:g}':14} {met:6} {note}".rstrip(), flush=True)


class Served:
    """A catalogue that is served, by a daemon of its own."""

    def __init__(self, vitrine, catalogue):
        self.prepare(vitrine, catalogue)
        self.start()
        time.sleep(1)
        self.before = self.memory()
        self.serve()

    @classmethod
    def at_once(cls, vitrine):
        """The example catalogue, in a copy of its own, served from nothing by 'vitrine serve'. Ends with a 'with'."""
        served = cls.__new__(cls)
        served.prepare(vitrine, None)
        served.catalogue = f"{served.folder}/catalogue"
        shutil.copytree(root / "examples/collection", served.catalogue)
        return served

    def prepare(self, vitrine, catalogue):
        self.vitrine, self.catalogue = vitrine, catalogue
        self.folder = tempfile.mkdtemp()
        names = {"XDG_RUNTIME_DIR": "run", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "HOME": "home"}
        self.environment = dict(os.environ)
        for name, folder in names.items():
            self.environment[name] = f"{self.folder}/{folder}"
            os.makedirs(self.environment[name], mode=0o700)

    def start(self):
        self.pid = int(re.search(r"pid (\d+)", self.command("daemon", "start")).group(1))

    def serve(self):
        self.entry = next(word for word in self.command("serve").split() if word.startswith("http"))
        self.address = self.entry.split("/enter")[0]

    def __enter__(self):
        self.begun = time.time()
        self.serve()
        self.started = (time.time() - self.begun) * 1000
        self.start()
        return self

    def __exit__(self, *_):
        self.close()

    def command(self, *words):
        done = subprocess.run([self.vitrine, "-C", self.catalogue, *words], env=self.environment, capture_output=True, text=True, timeout=900)
        return done.stdout + done.stderr

    def memory(self):
        """Units: MiB of the process's own, beyond files that are mapped."""
        return int(re.search(r"RssAnon:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text()).group(1)) / 1024

    def enter(self, browser):
        browser.open(next(word for word in self.command("serve").split() if word.startswith("http")))
        browser.until("location.pathname === '/'")

    def cookie(self):
        place = self.entry.split("/", 3)
        client = http.client.HTTPConnection(place[2])
        client.request("GET", "/" + next(word for word in self.command("serve").split() if word.startswith("http")).split("/", 3)[3])
        return client.getresponse().getheader("Set-Cookie").split(";")[0]

    def close(self):
        self.command("daemon", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


def first_paint(browser):
    return browser.wait(
        "const look = () => { const [entry] = performance.getEntriesByName('first-contentful-paint');"
        " if (entry) done(entry.startTime); else setTimeout(look, 5); }; look();")


class OneLine(http.server.BaseHTTPRequestHandler):
    """A page of one line of text: what a browser takes to show anything at all."""

    def do_GET(self):
        page = b"<!DOCTYPE html><title>One line</title><p>One line"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


def loads(served):
    least, cold, warm = [], [], []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), OneLine)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for turn in range(3):
        with Browser() as browser:
            served.enter(browser)
            # A browser that has just been started is busy with itself.
            time.sleep(2)
            # The start has fetched style and script: the cache is emptied, so that the first list has to fetch all of it.
            browser.command("Network.clearBrowserCache")
            browser.open(served.address + ("/games" if turn % 2 else "/games?as=table"))
            cold.append(first_paint(browser))
            # From here on with the page's service worker, as on every day but the first.
            browser.wait("navigator.serviceWorker.ready.then(() => done())")
            time.sleep(1)
            for path in ["/games?as=table", "/games", "/games?sort=-release", "/games?q=genre:RPG"] * 2:
                browser.open(served.address + path)
                warm.append(first_paint(browser))
                browser.open(f"http://127.0.0.1:{server.server_port}/")
                least.append(first_paint(browser))
    server.shutdown()
    one = statistics.median(least)
    show("first paint of a page of one line: median", one, "ms")
    for name, waits, bar in [("nothing cached", cold, 250), ("style and script cached", warm, 100)]:
        figure = statistics.median(waits)
        show(f"first paint of a list, {name}: median", figure, "ms", bar, f"{figure / one:.1f} times one line")


def clicks(served):
    """From a click on a link of the navigation to the first paint of a list; the pointer rested on it before, so that browsers may have made it."""
    for name, arguments in [("made ahead", ()), ("made at the click", ("--disable-features=Prerender2",))]:
        waits = []
        with Browser(arguments=arguments) as browser:
            served.enter(browser)
            browser.wait("navigator.serviceWorker.ready.then(() => done())")
            time.sleep(2)
            for _ in range(8):
                browser.open(served.address + "/report")
                browser.until("document.documentElement.classList.contains('enhanced')")
                x, y = browser.run(f"""
                  addEventListener('click', (event) => {{ sessionStorage.clicked = performance.timeOrigin + event.timeStamp; }}, {{ capture: true }});
                  const at = document.querySelector('.rail a[href="/games"]').getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2];
                """)
                for kind, wait in [("mouseMoved", 1), ("mousePressed", 0.09), ("mouseReleased", 0)]:
                    pressed = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
                    browser.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, **pressed)
                    time.sleep(wait)
                browser.until("location.pathname === '/games' && performance.getEntriesByName('first-contentful-paint').length")
                waits.append(browser.run(
                    "const [page] = performance.getEntriesByType('navigation'); const [paint] = performance.getEntriesByName('first-contentful-paint');"
                    " return performance.timeOrigin + Math.max(paint.startTime, page.activationStart) - Number(sessionStorage.clicked)"))
        show(f"click to first paint of a list, {name}: median", statistics.median(waits), "ms")


def typing(browser, served):
    browser.open(served.address + "/games")
    browser.until("document.querySelector('.windowed')")
    browser.run(f"""
      const painted = {painted};
      window.waits = [];
      const box = document.querySelector('input[type=search]');
      let typed = 0;
      box.addEventListener('input', (event) => {{ typed = event.timeStamp; }}, true);
      document.addEventListener('results', () => {{ const from = typed; typed = 0; if (from) painted(() => waits.push(performance.now() - from)); }});
      box.focus();
    """)
    for word in ["clockwork", "engine 19", "lhasa", "storm", "genres:RPG", "status:library a", "nine", "zz"]:
        for key in word:
            browser.type(key)
            time.sleep(0.12)
        time.sleep(0.3)
        browser.run("document.querySelector('input[type=search]').select()")
    waits = browser.run("return waits")
    show(f"key to painted results: p50 of {len(waits)} keys", percentile(waits, 0.5), "ms", 25)
    show("key to painted results: p95", percentile(waits, 0.95), "ms", 50)


frames = """
  window.frames_ = []; let last = performance.now();
  const tick = (now) => { frames_.push(now - last); last = now; window.ticking = requestAnimationFrame(tick); };
  window.ticking = requestAnimationFrame(tick);
"""


def taken(browser):
    return browser.run("cancelAnimationFrame(ticking); return frames_.slice(3)")


def scrolling(browser, served):
    for name, path in [("table", "/games?as=table"), ("gallery", "/games")]:
        browser.open(served.address + path)
        browser.until("document.querySelector('.windowed')")
        time.sleep(0.5)
        browser.run(frames)
        for by in [-9000, -9000, 6000, -12000]:
            browser.command("Input.synthesizeScrollGesture", x=640, y=500, yDistance=by, speed=4000, gestureSourceType="mouse")
        times = taken(browser)
        show(f"scrolling a {name} at 4,000 px/s: p95 of {len(times)} frames", percentile(times, 0.95), "ms", 20)
        rows = browser.run("return document.querySelectorAll('#rows > *').length")
        waits = []
        for part in [0.2, 0.9, 0.5, 0.05, 0.75, 0.3, 0.6, 0.1, 0.8]:
            waits.append(browser.wait(f"""
              const begun = performance.now();
              const shown = new MessageChannel(); shown.port1.onmessage = () => done(performance.now() - begun);
              scrollTo(0, document.documentElement.scrollHeight * {part});
              const look = () => {{ const row = [[560, 500], [640, 500], [720, 500], [640, 440]].map(([x, y]) => document.elementFromPoint(x, y)?.closest('#rows > :not(.space)')).find(Boolean);
                if (row) shown.port2.postMessage(0); else requestAnimationFrame(look); }};
              requestAnimationFrame(look);"""))
        show(f"jumping anywhere in a {name} until rows are painted: p50", statistics.median(waits), "ms", 100, f"{rows} rows in the document")


def saving(browser, served):
    browser.open(served.address + "/games?as=table")
    browser.until("document.querySelector('.windowed')")
    time.sleep(1)
    link, name = browser.run("const row = document.querySelector('#rows tr:nth-child(3)'); return [row.querySelector('a').textContent, row.id]")
    # The row is called by its path, with '_' where addresses have '%'.
    file = Path(served.catalogue, urllib.parse.unquote(name.removeprefix("r-").replace("_", "%")) + ".yaml")
    text = file.read_text()
    waits = []
    try:
        for turn in range(20):
            title = f"{link} {turn}"
            browser.run(f"""
              const painted = {painted};
              window.seen = 0;
              new MutationObserver((changes, observer) => {{
                if (!document.getElementById('rows').textContent.includes({title!r})) return;
                observer.disconnect();
                painted(() => {{ window.seen = performance.timeOrigin + performance.now(); }});
              }}).observe(document.querySelector('record-list'), {{ subtree: true, childList: true, characterData: true }});""")
            time.sleep(0.25)
            saved = time.time() * 1000
            file.write_text(text.replace(link, title))
            browser.until("window.seen")
            waits.append(browser.run("return window.seen") - saved)
    finally:
        file.write_text(text)
    show("save on the disk to screen: p50 of 20", percentile(waits, 0.5), "ms", 60)
    show("save on the disk to screen: p95", percentile(waits, 0.95), "ms")


def many(served):
    """Fifty clients, each with a connection of its own, ask for what people look at."""
    cookie, host = served.cookie(), served.address.split("//")[1]
    waits, others, end = [], [], time.time() + 8
    paths = ["/games", "/games?q=storm", "/games?as=table&from=6000", "/", "/games?sort=-release", "/properties"]

    def client(number):
        connection = http.client.HTTPConnection(host, timeout=30)
        turn = number
        while time.time() < end:
            begun = time.time()
            connection.request("GET", paths[turn % len(paths)], headers={"Cookie": cookie})
            reply = connection.getresponse()
            reply.read()
            waits.append((time.time() - begun) * 1000)
            if reply.status != 200:
                others.append(reply.status)
            turn += 1
            # A person looks at a page for a while.
            time.sleep(0.5)

    threads = [threading.Thread(target=client, args=[number]) for number in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    show(f"50 clients at once: p95 of {len(waits)} pages", percentile(waits, 0.95), "ms", 500, f"{len(others)} refused")


def size(served):
    """What is sent of the page's own script and style, all of it."""
    def get(path):
        request = urllib.request.Request(served.address + path, headers={"Cookie": served.cookie(), "Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as reply:
            return reply.read()

    page = get("/")
    assets = re.search(rb"/assets/[0-9a-f]+/", gzip.decompress(page) if page[:2] == b"\x1f\x8b" else page).group().decode()
    # All style sheets but the camera's are one file.
    files = ["style.css", "styles/camera.css", *(f"modules/{path.name}" for path in (root / "Sources/CPage/modules").iterdir())]
    show("own script and style, compressed", sum(len(get(assets + file)) for file in files) / 1000, "kB", 90)


def mapping(vitrine, catalogue):
    served = Served(vitrine, catalogue)
    try:
        with Browser() as browser:
            served.enter(browser)
            browser.open(served.address + "/memories?as=map")
            begun = time.time()
            browser.until("document.querySelector('#map-count').textContent")
            waited = (time.time() - begun) * 1000
            time.sleep(1)
            count = browser.run("return document.querySelector('#map-count').textContent")
            show(f"map, from its address to its pins ({count})", waited, "ms")
            for name, place in [("of the world", "#2/25/10"), ("of a city", "#11/41.02/28.97")]:
                browser.run("location.hash = arguments[0]", place)
                time.sleep(2)
                browser.run(frames)
                for across, down in [(-300, 0), (300, 150), (-250, -200), (250, 100), (-300, 50), (300, -100)]:
                    x, y = 480 - across // 2, 450 - down // 2
                    mouse = dict(button="left", buttons=1, clickCount=1)
                    browser.command("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **mouse)
                    for part in range(1, 25):
                        browser.command("Input.dispatchMouseEvent", type="mouseMoved", x=x + across * part / 24, y=y + down * part / 24, **mouse)
                    browser.command("Input.dispatchMouseEvent", type="mouseReleased", x=x + across, y=y + down, **mouse)
                    time.sleep(0.3)
                times = taken(browser)
                show(f"moving the map {name}: p95 of {len(times)} frames", percentile(times, 0.95), "ms", 20)
    finally:
        served.close()


def datasette(catalogue, browser):
    """The same records in a table with an index of its words, in Datasette. Gives its times for a first load and a search."""
    program = root / ".build/venv/bin/datasette"
    if not program.exists():
        print("datasette is not installed: left out", file=sys.stderr)
        return
    folder = tempfile.mkdtemp()
    base = sqlite3.connect(f"{folder}/games.db")
    base.execute("create table games (id text primary key, title text, release text, status text)")
    rows = []
    for path in Path(catalogue, "games").rglob("*.yaml"):
        values = dict(line.split(": ", 1) for line in path.read_text().splitlines() if re.match(r"(title|release|status): ", line))
        rows.append((str(path), values.get("title"), values.get("release"), values.get("status")))
    base.executemany("insert or ignore into games values (?, ?, ?, ?)", rows)
    base.executescript("create virtual table games_fts using fts5(title, content='games'); insert into games_fts(games_fts) values('rebuild');"
                       " create index by_title on games(title); create index by_status on games(status);")
    base.commit()
    base.close()
    process = subprocess.Popen([program, f"{folder}/games.db", "--port", "8591"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                http.client.HTTPConnection("127.0.0.1:8591").request("GET", "/")
                break
            except OSError:
                time.sleep(0.1)
        query = "http://127.0.0.1:8591/games/games?_sort=title&_facet=status&_size=100"
        browser.open(query)
        return [[(browser.open(query + more), first_paint(browser))[1] for _ in range(5)] for more in ["", "&_search=storm"]]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def fava(catalogue, browser):
    """As many records as transactions of a ledger, in Fava. Gives its times for a first load of the journal."""
    program = root / ".build/venv/bin/fava"
    if not program.exists():
        print("fava is not installed: left out", file=sys.stderr)
        return
    folder = tempfile.mkdtemp()
    count = sum(1 for _ in Path(catalogue, "games").rglob("*.yaml"))
    with open(f"{folder}/games.beancount", "w") as ledger:
        ledger.write('option "title" "Games"\n2000-01-01 open Assets:Cash EUR\n2000-01-01 open Expenses:Games EUR\n')
        for number in range(count):
            day = date(2001, 1, 1) + timedelta(days=number // 12)
            ledger.write(f'{day} * "Shop" "Game {number}"\n  Expenses:Games  {number % 60 + 1}.00 EUR\n  Assets:Cash\n')
    process = subprocess.Popen([program, ledger.name, "--port", "8592"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = "http://127.0.0.1:8592/games/journal/"
    try:
        end = time.time() + 300
        while time.time() < end:
            try:
                urllib.request.urlopen(address, timeout=300).close()
                break
            except OSError:
                time.sleep(0.2)
        times = [(browser.open(address), first_paint(browser))[1] for _ in range(6)]
        # The first one fetches its script.
        return times[1:]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def beside(name, served, path, browser, times, peer):
    """Shows how long a page takes to its first paint, as a part of what that of a peer takes."""
    own = [(browser.open(served.address + path), first_paint(browser))[1] for _ in range(5)]
    ratio = statistics.median(own) / statistics.median(times)
    show(f"{name}, beside {peer}", ratio, "x", 1, f"{statistics.median(own):.0f} and {statistics.median(times):.0f} ms")


def main():
    vitrine, catalogue, places = sys.argv[1:]
    served = Served(vitrine, catalogue)
    try:
        size(served)
        loads(served)
        clicks(served)
        with Browser() as browser:
            served.enter(browser)
            typing(browser, served)
            scrolling(browser, served)
            saving(browser, served)
            show("memory of the daemon with a page open, more than before", served.memory() - served.before, "MiB", 20)
            times = fava(catalogue, browser)
            if times:
                beside("first load", served, "/games?as=table", browser, times, "Fava")
            peer = datasette(catalogue, browser)
            if peer:
                beside("first load", served, "/games?as=table", browser, peer[0], "Datasette")
                beside("a search's page", served, "/games?as=table&q=storm", browser, peer[1], "Datasette")
        many(served)
    finally:
        served.close()
    mapping(vitrine, places)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
