#!/usr/bin/env python3
"""How long a key takes in `vitrine find`: from the key to the first picture that shows it, and to the last, which has the answer.

    finder.py PROGRAM CATALOGUE [WORDS...]

Types into the program on a terminal of its own, one key after the other, each when the screen has been still for a while. Prints one
line a key, then the median and the worst. Times are milliseconds, and include this script's own.
"""
import fcntl, os, pty, select, signal, statistics, struct, sys, termios, time

END = b"\x1b[?2026l"
STILL = 0.25


def pictures(screen, timeout):
    """The times at which pictures ended, until the screen is still for as long as `timeout`."""
    ends, seen = [], b""
    while select.select([screen], [], [], timeout)[0]:
        try:
            seen += os.read(screen, 1 << 16)
        except OSError:
            break
        now = time.perf_counter()
        while END in seen:
            seen = seen.split(END, 1)[1]
            ends.append(now)
    return ends


def main():
    program, catalogue, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    child, screen = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(program, [program, "find", "-C", catalogue] + words)
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
    started = time.perf_counter()
    while not pictures(screen, 2):
        if time.perf_counter() - started > 60:
            sys.exit("finder.py: nothing was shown")
    keys = list("dragon") + ["\x1b[B"] * 3 + ["\x1b[6~"] * 3 + ["\x7f"] * 6 + list("a café") + ["\x15"]
    keys += list("iron -dragon") + ["\x15"] + list("status:wish") + ["\x15"] + list("release:2010..2019 sort:-release") + ["\x15"]
    keys += ["\x10"] + ["\x1b[B"] * 5 + list("moon")
    first, last = [], []
    for key in keys:
        start = time.perf_counter()
        os.write(screen, key.encode())
        ends = pictures(screen, STILL)
        if ends:
            first.append((ends[0] - start) * 1000)
            last.append((ends[-1] - start) * 1000)
            print(f"{key!r:10} {first[-1]:7.2f} {last[-1]:7.2f}")
    os.write(screen, b"\x03")
    os.waitpid(child, 0)
    for name, times in ("shown", first), ("answered", last):
        print(f"{name:9} median {statistics.median(times):.2f} ms, worst {max(times):.2f} ms, of {len(times)} keys")


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
