#!/usr/bin/env python3
"""Looks through the page's camera as people do, in headless Chromium with clips in place of a camera, and says how long they wait.

  camera.py VITRINE [ready|overlay|dials|burst|large...]    all of them, where none is named

Each line: what was measured, the figure, the bar that it has to stay below (or reach), and whether it does; status 1 where one does not.
'ready' is from an address to the first picture with buttons, also with 'vitrine serve' from nothing. 'overlay' has histogram and peaking drawn over 720p
at 60 frames a second; what the page's own thread does for it is processor time by Chromium's trace. 'dials' turns dials of the simulated camera
(Tests/PageTests/SimulatedCamera.swift). 'burst' takes thirty photos of a clip whose frames are numbered, so that missing, doubled and exchanged ones are
seen; 'large' does the same with 4K, without a bar: it says what this machine can do. Where the machine has other work, all times are upper bounds.
"""
import json
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

import web
from browser import Browser
from web import percentile, show

fake = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=device-count=1,fps=60"]
live = "window.camera && document.getElementById('camera').classList.contains('live') && window.camera.state.ready"
module = "const of = (name) => performance.getEntriesByType('resource').map((e) => e.name).find((n) => n.includes(name));"
bits, block = 10, 64
# The machine's own load, of which the page would make less, is not what is measured here.
calm = ("delete window.PressureObserver; const plain = window.fetch;"
        " window.fetch = (address, ...more) => (String(address) === '/camera/load' ? Promise.resolve(new Response('')) : plain(address, ...more));")


def least(name, figure, unit, bar, note=""):
    met = "met" if figure >= bar else "MISSED"
    web.failures += met == "MISSED"
    print(f"{name:54} {figure:9.1f} {unit:4} {f'at least {bar:g}':14} {met:6} {note}".rstrip(), flush=True)


def clip(path, width, height, count, rate=60):
    """A film whose every frame says its number, in blocks of black and white along its upper edge."""
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420\n".encode())
        # Below them a ground that shades off, and lines as sharp as they can be, which peaking has to find.
        line = bytes(60 + 120 * x // width + (60 if x // 8 % 8 == 0 else 0) for x in range(width))
        ground = line * (height - block)
        colour = bytes([110]) * (width * height // 4) + bytes([150]) * (width * height // 4)
        for number in range(count):
            head = b"".join(bytes([235 if number >> bit & 1 else 16]) * block for bit in range(bits))
            file.write(b"FRAME\n" + (head + bytes([16]) * (width - len(head))) * block + ground + colour)
    return path


def simulated():
    text = (web.root / "Tests/PageTests/SimulatedCamera.swift").read_text()
    return re.search(r'static let script = """\n(.*?)\n    """', text, re.S).group(1)


def enter(browser, served):
    browser.command("Page.addScriptToEvaluateOnNewDocument", source=calm)
    served.enter(browser)


def look(browser, served):
    browser.open(served.address + "/camera")
    browser.until(live)


def ready(vitrine):
    cold, warm = [], []
    for turn in range(5):
        with web.Served.at_once(vitrine) as served:
            started = served.started
            with Browser(412, 915, phone=True, arguments=fake) as browser:
                browser.open(served.entry + "&to=%2Fcamera")
                browser.until(live)
                cold.append((started + browser.run("return window.camera.state.ready"), started))
                for again in range(6):
                    look(browser, served)
                    if again:
                        warm.append(browser.run("return window.camera.state.ready"))
    show("ready, 'vitrine serve' from nothing, nothing cached: p50", statistics.median(total for total, _ in cold), "ms", 1500,
         f"of which {statistics.median(started for _, started in cold):.0f} ms until the address is there; most {max(cold)[0]:.0f} ms")
    show("ready, the page seen before: p50 of 25", statistics.median(warm), "ms", 500, f"p95 {percentile(warm, 0.95):.0f} ms")


def work(browser, seconds):
    """What the page's thread does in each sixtieth of a second. Units: milliseconds of processor time. Source: Trace Event Format."""
    return [spent for _ in range(seconds) for spent in stretch(browser)]


def stretch(browser):
    """A second of it: Chromium hands out only so much of its trace at once."""
    browser.ask("POST", "/se/log", {"type": "performance"})
    time.sleep(1)
    events = [json.loads(line["message"])["message"] for line in browser.ask("POST", "/se/log", {"type": "performance"})]
    events = [event["params"] for event in events if event["method"] == "Tracing.dataCollected"]
    pages = {(event["pid"], event["tid"]) for event in events if event.get("args", {}).get("name") == "CrRendererMain"}
    tasks = [event for event in events if event["name"].endswith("RunTask") and event["ph"] == "X"]
    if not pages:
        # The thread's name was said before this stretch began: it is the one that calls for frames of animation.
        pages = {(event["pid"], event["tid"]) for event in events if event["name"] in ("FireAnimationFrame", "FunctionCall", "UpdateLayoutTree")}
    frames = {}
    begun = min((task["ts"] for task in tasks), default=0)
    for task in tasks:
        if (task["pid"], task["tid"]) in pages:
            number = int((task["ts"] - begun) * 60 / 1_000_000)
            frames[number] = frames.get(number, 0) + task.get("tdur", task["dur"]) / 1000
    span = int((max(task["ts"] for task in tasks) - begun) * 60 / 1_000_000) if tasks else 0
    return [frames.get(number, 0) for number in range(span)]


def overlay(vitrine, folder):
    film = clip(f"{folder}/720.y4m", 1280, 720, 60)
    with web.Served.at_once(vitrine) as served, Browser(arguments=[*fake, f"--use-file-for-fake-video-capture={film}"],
                                                       traces="toplevel,devtools.timeline") as browser:
        enter(browser, served)
        look(browser, served)
        browser.run("window.camera.state.limit = Infinity; document.getElementById('mode-pro').click();"
                    " if (!window.camera.state.peaking) document.getElementById('edges').click();")
        time.sleep(2)
        size = browser.run("const s = window.camera.device.settings; return `${s.width}x${s.height}`")
        counts = browser.wait(module + """
          import(of('camera-frames')).then(({ worker }) => {
            let drawn = 0, counted = 0, shown = 0, ticks = 0; const begun = performance.now(); const view = document.getElementById('view');
            worker.addEventListener('message', ({ data }) => { if (data.edges !== null && data.edges !== undefined) drawn++; if (data.histogram) counted++; });
            const frame = () => { shown++; view.requestVideoFrameCallback(frame); }; view.requestVideoFrameCallback(frame);
            const tick = () => { ticks++; requestAnimationFrame(tick); }; requestAnimationFrame(tick);
            setTimeout(() => { const s = (performance.now() - begun) / 1000; done([drawn / s, counted / s, shown / s, ticks / s, window.camera.state.edges, window.camera.state.cost]); }, 5000);
          });""")
        note = f"{size}; the film itself {counts[2]:.0f}, histogram {counts[1]:.0f} a second, {counts[4]} edges; p95 in the worker {counts[5]:.1f} ms"
        least("overlay over 720p, frames drawn a second", counts[0], "", 57, note)
        least("frames of animation of the page's thread a second", counts[3], "", 57)
        spent = work(browser, 8)
        show(f"work of the page's thread a frame: p95 of {len(spent)}", percentile(spent, 0.95) if spent else 999, "ms", 8,
             f"p50 {percentile(spent, 0.5):.1f} ms" if spent else "no trace")


def dials(vitrine):
    with web.Served.at_once(vitrine) as served, Browser(412, 915, phone=True) as browser:
        enter(browser, served)
        browser.command("Page.addScriptToEvaluateOnNewDocument", source=simulated())
        browser.open(served.address + "/camera")
        browser.until("window.camera")
        browser.run("if (!document.getElementById('camera').classList.contains('live')) document.getElementById('open').click()")
        browser.until(live)
        browser.run("window.camera.state.limit = Infinity; document.getElementById('mode-pro').click()")
        browser.until("document.querySelector('[data-dial=iso]')")
        browser.run("document.querySelector('[data-dial=iso]').click()")
        waits = []
        for turn in range(40):
            waits.append(browser.wait("""
              const view = document.getElementById('view'), turn = document.getElementById('turn');
              const canvas = new OffscreenCanvas(1, 1), c = canvas.getContext('2d', { willReadFrequently: true });
              const light = () => { c.drawImage(view, 40, 40, 40, 40, 0, 0, 1, 1); return c.getImageData(0, 0, 1, 1).data[1]; };
              const values = window.camera.state.values, wanted = arguments[0] % 2 ? 100 : 200;
              const place = values.reduce((best, v, n) => Math.abs(v - wanted) < Math.abs(values[best] - wanted) ? n : best, 0);
              // Turned at any moment between two frames.
              setTimeout(() => {
                const before = light(), begun = performance.now();
                turn.value = place; turn.dispatchEvent(new Event('input'));
                const look = () => { if (Math.abs(light() - before) > 20) done(performance.now() - begun); else view.requestVideoFrameCallback(look); };
                view.requestVideoFrameCallback(look);
              }, 200 + Math.random() * 30);""", turn))
        show(f"dial to pixels of the viewfinder: p50 of {len(waits)}", percentile(waits, 0.5), "ms", 35, f"p95 {percentile(waits, 0.95):.0f} ms")
        switches = []
        for turn in range(20):
            switches.append(browser.wait(f"""
              const painted = {web.painted}; const begun = performance.now();
              document.getElementById(arguments[0] % 2 ? 'mode-pro' : 'mode-auto').click();
              painted(() => {{ const own = performance.now() - begun; setTimeout(() => done(Math.max(own, window.camera.state.switched)), 100); }});""", turn))
        show("Auto and Pro, tap to painted and done: p95 of 20", percentile(switches, 0.95), "ms", 500)
        # A drag over all values, an event a frame.
        times = browser.wait("""
          const turn = document.getElementById('turn'); document.querySelector('[data-dial=exposureTime]').click();
          const gaps = []; let last = performance.now(), n = 0;
          const step = (now) => { if (n > 3) gaps.push(now - last); last = now; turn.value = n % (Number(turn.max) + 1); turn.dispatchEvent(new Event('input'));
            if (++n < 240) requestAnimationFrame(step); else done(gaps); };
          requestAnimationFrame(step);""")
        late = sum(gap > 17.5 for gap in times) / len(times) * 100
        show("frames of a dragged dial later than 17.5 ms", late, "%", 1, f"p95 {percentile(times, 0.95):.1f} ms")


def burst(vitrine, folder, width, height, frames, rate, bar):
    film = clip(f"{folder}/{height}.y4m", width, height, frames, rate)
    with web.Served.at_once(vitrine) as served, Browser(arguments=[*fake, f"--use-file-for-fake-video-capture={film}"]) as browser:
        enter(browser, served)
        browser.run("localStorage.setItem('camera.large', arguments[0])", "on" if height > 1080 else "off")
        look(browser, served)
        time.sleep(1)
        Path(f"/proc/{served.pid}/clear_refs").write_text("5")
        browser.run("window.camera.state.limit = Infinity; document.getElementById('burst').click(); window.begun = performance.now();"
                    " window.rest = () => window.camera.state.pending.size + window.camera.queue.count; document.getElementById('shoot').click()")
        browser.until("!window.camera.state.isShooting && !window.rest()", 60)
        took = browser.run("return performance.now() - window.begun") / 1000
        said = browser.run("return document.getElementById('told').textContent")
        peak = int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{served.pid}/status").read_text()).group(1)) / 1024
        size = browser.run("const v = document.getElementById('view'); return [v.videoWidth, v.videoHeight]")
        shots = sorted(path.relative_to(served.catalogue) for path in Path(served.catalogue, "shots").rglob("*.jpg") if path.stat().st_mtime > served.begun)
        order = [address.strip("/") for address in browser.run("return window.camera.state.saved")]
        shots.sort(key=lambda path: order.index(str(path)[:-4]))
        numbers = browser.wait("""
          (async () => {
            const numbers = [];
            for (const shot of arguments[0]) {
              const picture = await createImageBitmap(await (await fetch('/photo/' + shot)).blob());
              const canvas = new OffscreenCanvas(picture.width, picture.height), c = canvas.getContext('2d');
              c.drawImage(picture, 0, 0);
              let number = 0;
              for (let bit = 0; bit < arguments[1]; bit++) if (c.getImageData(bit * 64 + 32, 32, 1, 1).data[1] > 128) number |= 1 << bit;
              numbers.push(number);
            }
            done(numbers);
          })();""", [str(shot) for shot in shots], bits)
        steps = [(after - before) % frames for before, after in zip(numbers, numbers[1:])]
        # A step of more than half the film would be one backwards.
        wrong = sum(not 0 < step < frames / 2 for step in steps)
        note = f"{size[0]}x{size[1]}; steps of {min(steps)} to {max(steps)} frames; all saved {took:.1f} s after the press; the page says: {said!r}" if steps else ""
        name = f"burst of {height}p: photos stored, distinct and in order"
        if bar:
            least(name, len(shots) - wrong, "", 30, note)
            show("memory of the daemon at most during the burst", peak, "MiB", 200)
        else:
            print(f"{name:54} {len(shots) - wrong:9} {'':25} {note}; daemon {peak:.0f} MiB")


def main():
    vitrine, *wanted = sys.argv[1:]
    wanted = wanted or ["ready", "overlay", "dials", "burst", "large"]
    with tempfile.TemporaryDirectory() as folder:
        if "ready" in wanted:
            ready(vitrine)
        if "overlay" in wanted:
            overlay(vitrine, folder)
        if "dials" in wanted:
            dials(vitrine)
        if "burst" in wanted:
            burst(vitrine, folder, 1920, 1080, 200, 60, bar=True)
        if "large" in wanted:
            burst(vitrine, folder, 3840, 2160, 60, 30, bar=False)
    print("load of this machine:", " ".join(Path("/proc/loadavg").read_text().split()[:3]))
    sys.exit(web.failures > 0)


if __name__ == "__main__":
    main()
