#!/usr/bin/env python3
"""Types into `vitrine lsp` as an editor does, and says how long each key takes.

  editor.py PROGRAM CATALOGUE [KEYS [MINUTES]]    PROGRAM is vitrine; KEYS how many keys are typed (1,000)

The same keys first to a program in C that is the limit (editor.c). Then twice, with a server that reads the catalogue and with one beside a daemon: the time to
the first findings of a file that is opened as it is on the disk (beside that of `vitrine check`, where the catalogue is read), then medians and 99th percentiles: from a didChange to its diagnostics (each other key makes and mends
a fault), and of a completion of keys, of a value that other records have, of hover, of the symbols found by a query; and the memory of the server at the
beginning and the end, and what the daemon takes more. For the first findings a record with a fault is written, and taken away.

With MINUTES, text is typed for so long, ten keys a second, alone and beside a daemon at once; each minute it says what memory each process has of its own.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 5
KEYS_A_SECOND = 10


def memory(process):
    """What a process has in memory. Units: MB, and those of it that are its own."""
    status = Path(f"/proc/{process}/status").read_text()
    return tuple(int(status.split(name)[1].split()[0]) / 1024 for name in ("VmRSS:", "RssAnon:"))


class Editor:
    def __init__(self, program, root):
        self.program = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root)
        self.last = 0

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.program.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.program.stdin.flush()

    def read(self):
        length = 0
        while (line := self.program.stdout.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line[15:])
        return json.loads(self.program.stdout.read(length))

    def ask(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while (message := self.read()).get("id") != self.last:
            pass
        return message.get("result")

    def findings(self, uri):
        """The diagnostics of a file, when they come next."""
        while True:
            message = self.read()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                return message["params"]["diagnostics"]

    def end(self):
        self.ask("shutdown", None)
        self.send({"method": "exit"})
        self.program.wait(10)

    @property
    def memory(self):
        """Units: MB."""
        return memory(self.program.pid)[0]


class Daemon:
    """A daemon for a catalogue, with a folder of its own for its sockets."""

    def __init__(self, program, root):
        self.command = [program, "-C", root, "daemon"]
        self.folder = tempfile.TemporaryDirectory()
        os.environ["XDG_RUNTIME_DIR"] = self.folder.name
        subprocess.run([*self.command, "start"], check=True, capture_output=True)
        status = subprocess.run([*self.command, "status", "--format", "json"], check=True, capture_output=True).stdout
        self.process = json.loads(status)["pid"]

    def end(self):
        subprocess.run([*self.command, "stop"], check=True, capture_output=True)


def show(name, times):
    times = sorted(times)
    print(f"{name:32} p50 {times[len(times) // 2] * 1e3:8.2f} ms   p99 {times[int(len(times) * 0.99)] * 1e3:8.2f} ms")


def timed(body):
    start = time.perf_counter()
    result = body()
    return time.perf_counter() - start, result


def started(program, root, uri, text):
    """An editor that works in a folder and has opened a file."""
    editor = Editor(program, root)
    editor.ask("initialize", {"capabilities": {"general": {"positionEncodings": ["utf-8"]}}, "workspaceFolders": [{"uri": Path(root).as_uri(), "name": ""}]})
    editor.send({"method": "initialized", "params": {}})
    editor.send({"method": "textDocument/didOpen", "params": {"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}})
    return editor


def found(editor, uri):
    """The editor, once it was sent what is found in a file that has a fault."""
    editor.findings(uri)
    return editor


def starts(program, root, file, text, daemon):
    """How long it takes to the first findings of a record with a fault."""
    faulty = file.with_name("a-record-with-a-fault.yaml")
    faulty.write_text("x: 1\n" + text)
    checks, times = [], []
    try:
        subprocess.run([program, "check", root], capture_output=True)
        for _ in range(ROUNDS):
            if not daemon:
                checks.append(timed(lambda: subprocess.run([program, "check", root], capture_output=True))[0])
            seconds, editor = timed(lambda: found(started(program, root, faulty.as_uri(), "x: 1\n" + text), faulty.as_uri()))
            times.append(seconds)
            editor.end()
    finally:
        faulty.unlink()
    start = statistics.median(times)
    beside = "" if daemon else f", {start / statistics.median(checks):.2f} times vitrine check ({statistics.median(checks) * 1e3:.0f} ms)"
    print(f"start to first findings            {start * 1e3:8.0f} ms{beside}")


def keys_typed(editor, uri, count):
    times = []
    for key in range(count):
        new = "y" if key % 2 == 0 else "x"
        place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
        change = {"textDocument": {"uri": uri, "version": key + 2}, "contentChanges": [{"range": place, "text": new}]}

        def typed():
            editor.send({"method": "textDocument/didChange", "params": change})
            return editor.findings(uri)

        times.append(timed(typed)[0])
    show("didChange to its findings", times)


def questions(editor, uri, text, rounds):
    document = {"uri": uri}
    lines = text.split("\n")

    def at(line, character):
        return {"textDocument": document, "position": {"line": line, "character": character}}

    for name, method, params in [
        ("completion of a key", "textDocument/completion", at(1 + len(lines) - 1, 0)),
        ("hover", "textDocument/hover", at(1, 2)),
        ("records found by a query", "workspace/symbol", {"query": "zelda"}),
        ("records found by three letters", "workspace/symbol", {"query": "dra"}),
    ]:
        show(name, [timed(lambda: editor.ask(method, params))[0] for _ in range(rounds)])
    value = next((i for i, one in enumerate(lines) if one.strip() == "genres:" or one.strip().startswith("- ")), None)
    if value is not None:
        show("completion of a value", [timed(lambda: editor.ask("textDocument/completion", at(value + 2, 6)))[0] for _ in range(rounds)])


def measure(program, root, keys, daemon):
    file = sorted(Path(root).glob("games/**/*.yaml"))[7]
    uri, text = file.as_uri(), file.read_text()
    starts(program, root, file, text, daemon)
    before = memory(daemon.process) if daemon else None
    editor = found(started(program, root, uri, "x: 1\n" + text), uri)
    first = editor.memory
    keys_typed(editor, uri, keys)
    questions(editor, uri, text, max(20, keys // 10))
    print(f"memory                           {first:.0f} MB, then {editor.memory:.0f} MB, {memory(editor.program.pid)[1]:.0f} MB of it its own")
    if daemon:
        print(f"memory of the daemon             {before[1]:.1f} MB of its own before, {memory(daemon.process)[1]:.1f} MB now")
    editor.end()


class Typist:
    """Someone who types comments at the end of a record, spoils it now and then, mends it with the next key, and saves."""

    def __init__(self, program, root, file):
        self.file, self.text, self.uri = file, file.read_text(), file.as_uri()
        self.typed = self.text
        self.version = 1
        self.editor = started(program, root, self.uri, self.text)

    def change(self, start, end, new):
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        change = {"range": {"start": start, "end": end}, "text": new}
        self.editor.send({"method": "textDocument/didChange", "params": {"textDocument": document, "contentChanges": [change]}})

    @property
    def end(self):
        lines = self.typed.split("\n")
        return {"line": len(lines) - 1, "character": len(lines[-1])}

    def key(self, number):
        before = self.end
        if number % 100 == 99:
            self.typed = self.typed[: -len("\nx")]
            self.change(self.end, before, "")
        else:
            new = "\nx" if number % 100 == 98 else "\n# " if number % 60 == 0 else "o"
            self.typed += new
            self.change(before, before, new)
        if number % 100 >= 98:
            self.editor.findings(self.uri)
        if number % 500 == 499:
            self.file.write_text(self.typed)
            self.editor.send({"method": "textDocument/didSave", "params": {"textDocument": {"uri": self.uri}}})

    def leave(self):
        self.file.write_text(self.text)
        self.editor.end()


def type_for(minutes, program, root):
    """Two type for so long, one alone and one beside a daemon."""
    alone_file, file = sorted(Path(root).glob("games/**/*.yaml"))[7:9]
    os.environ["VITRINE_NO_DAEMON"] = "1"
    alone = Typist(program, root, alone_file)
    del os.environ["VITRINE_NO_DAEMON"]
    daemon = Daemon(program, root)
    beside = Typist(program, root, file)
    start = time.perf_counter()
    try:
        for key in range(minutes * 60 * KEYS_A_SECOND):
            time.sleep(max(0, start + key / KEYS_A_SECOND - time.perf_counter()))
            if key % (60 * KEYS_A_SECOND) == 0:
                show_memory(key, alone, beside, daemon)
            alone.key(key)
            beside.key(key)
        show_memory(key + 1, alone, beside, daemon)
    finally:
        alone.leave()
        beside.leave()
        daemon.end()


def show_memory(key, alone, beside, daemon):
    own = [memory(process)[1] for process in (alone.editor.program.pid, beside.editor.program.pid, daemon.process)]
    print("{:5} keys: {:6.1f} MB alone, {:5.1f} MB beside a daemon, the daemon {:6.1f} MB".format(key, *own), flush=True)


def limit(root, keys):
    """The same keys, given to a program in C that reads the text with libyaml and checks nothing."""
    with tempfile.TemporaryDirectory() as folder:
        made = f"{folder}/limit"
        if subprocess.run(["cc", "-O2", str(Path(__file__).with_name("editor.c")), "-lyaml", "-o", made]).returncode:
            return
        file = sorted(Path(root).glob("games/**/*.yaml"))[7]
        print("the limit, in C: messages and libyaml, no checks")
        editor = found(started(made, root, file.as_uri(), "x: 1\n" + file.read_text()), file.as_uri())
        keys_typed(editor, file.as_uri(), keys)
        editor.end()


def main():
    program, root, keys = sys.argv[1], os.path.abspath(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    if len(sys.argv) > 4:
        return type_for(int(sys.argv[4]), program, root)
    os.environ["VITRINE_NO_DAEMON"] = "1"
    limit(root, keys)
    print("alone")
    measure(program, root, keys, None)
    del os.environ["VITRINE_NO_DAEMON"]
    daemon = Daemon(program, root)
    print("beside a daemon")
    try:
        measure(program, root, keys, daemon)
    finally:
        daemon.end()


if __name__ == "__main__":
    main()
