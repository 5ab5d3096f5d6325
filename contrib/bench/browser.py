#!/usr/bin/env python3
"""Headless Chromium, driven by the protocol of chromedriver over HTTP: as much of it as measuring needs."""
import base64
import json
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request


class Browser:
    """A session of its own, with nothing in its cache. Source: W3C WebDriver; the Chrome DevTools Protocol, which chromedriver passes on."""

    def __init__(self, width=1280, height=800, phone=False, dark=False, arguments=(), traces=None):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.folder = tempfile.mkdtemp()
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}", "--silent"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={self.folder}", *arguments]
        options = {"binary": shutil.which("chromium"), "args": [*arguments, f"--window-size={width},{height}"]}
        if phone:
            metrics = {"width": width, "height": height, "pixelRatio": 2, "touch": True}
            options["mobileEmulation"] = {"deviceMetrics": metrics}
        if traces:
            options["perfLoggingPrefs"] = {"enableNetwork": False, "enablePage": False, "traceCategories": traces}
        always = {"browserName": "chrome", "goog:chromeOptions": options}
        if traces:
            always["goog:loggingPrefs"] = {"performance": "ALL"}
        wanted = {"capabilities": {"alwaysMatch": always}}
        for _ in range(500):
            try:
                self.base += "/session/" + self.ask("POST", "/session", wanted)["sessionId"]
                break
            except OSError:
                time.sleep(0.02)
        if not phone:
            self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[feature])

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:500]) from None

    def open(self, address):
        self.ask("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self.ask("POST", "/execute/sync", {"script": script, "args": arguments})

    def wait(self, script, *arguments):
        """What a script gives to `done`."""
        script = "const done = arguments[arguments.length - 1]; " + script
        return self.ask("POST", "/execute/async", {"script": script, "args": arguments})

    def until(self, expression, seconds=20):
        end = time.time() + seconds
        while time.time() < end:
            if self.run(f"return Boolean({expression})"):
                return
            time.sleep(0.02)
        raise TimeoutError(expression)

    def command(self, name, **parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def type(self, text, held=0.05):
        """Keys as fingers press them: each is held for a moment. Units: seconds."""
        for key in text:
            self.command("Input.dispatchKeyEvent", type="keyDown", text=key, key=key)
            time.sleep(held)
            self.command("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("GET", "/screenshot")))

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
