#!/usr/bin/env python3
"""A folder shown as a card whose changes bring no events and that can be pulled out: a file system of FUSE without a library.

usage: slowcard.py FOLDER MOUNT [--fail-after BYTES] [--delay SECONDS]

Shows FOLDER at MOUNT, as it is at each moment. As on NFS, and on telephones by MTP, no event comes for what changes in it, and nothing says who writes.
After BYTES that were read, or when a file FOLDER.pulled is there, every answer is an error (EIO), as of a card that is gone. Files may be removed. Each
read takes SECONDS. Needs the right to mount: root, or 'unshare -rm'. Ends when it is unmounted. Source: Linux, include/uapi/linux/fuse.h, protocol 7.31.
"""
import argparse
import ctypes
import errno
import os
import stat
import struct
import sys
import time

LOOKUP, FORGET, GETATTR, UNLINK, OPEN, READ, STATFS, RELEASE, FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, INTERRUPT, DESTROY, BATCH_FORGET = (
    1, 2, 3, 10, 14, 15, 17, 18, 25, 26, 27, 28, 29, 36, 38, 42)


class Card:
    def __init__(self, folder, fail_after, delay):
        self.folder, self.left, self.delay = folder, fail_after, delay
        self.paths, self.numbers = {1: folder}, {folder: 1}

    def number(self, path):
        if path not in self.numbers:
            self.numbers[path] = len(self.paths) + 1
            self.paths[self.numbers[path]] = path
        return self.numbers[path]

    def attributes(self, path):
        found = os.lstat(path)
        nanoseconds = [moment % 1_000_000_000 for moment in (found.st_atime_ns, found.st_mtime_ns, found.st_ctime_ns)]
        return struct.pack("<6Q10I", self.number(path), found.st_size, found.st_blocks, *(int(moment) for moment in (found.st_atime, found.st_mtime, found.st_ctime)),
                           *nanoseconds, found.st_mode, found.st_nlink, found.st_uid, found.st_gid, 0, 4096, 0)

    def answer(self, kind, node, body):
        """The answer's bytes; None where there is to be none."""
        if kind == INIT:
            major, minor, readahead, _ = struct.unpack_from("<4I", body)
            return struct.pack("<4I2H2I2H8I", 7, 31, readahead, 0, 16, 12, 1 << 17, 1, *[0] * 10)
        if kind in (FORGET, BATCH_FORGET, INTERRUPT, DESTROY):
            return None
        if self.left is not None and self.left <= 0 or os.path.exists(self.folder + ".pulled"):
            raise OSError(errno.EIO, "pulled")
        path = self.paths[node]
        if kind == LOOKUP:
            # Nothing is remembered by the kernel: the next question comes here again.
            child = path + "/" + os.fsdecode(body.split(b"\0")[0])
            return struct.pack("<4Q2I", self.number(os.lstat(child) and child), 0, 0, 0, 0, 0) + self.attributes(child)
        if kind == GETATTR:
            return struct.pack("<Q2I", 0, 0, 0) + self.attributes(path)
        if kind == UNLINK:
            os.unlink(path + "/" + os.fsdecode(body.split(b"\0")[0]))
            return b""
        if kind in (OPEN, OPENDIR):
            return struct.pack("<Q2I", 0, 1 if kind == OPEN else 0, 0)
        if kind in (RELEASE, RELEASEDIR, FLUSH):
            return b""
        if kind == READ:
            _, offset, size = struct.unpack_from("<2QI", body)
            time.sleep(self.delay)
            with open(path, "rb") as file:
                file.seek(offset)
                piece = file.read(size)
            if self.left is not None:
                self.left -= len(piece)
            return piece
        if kind == READDIR:
            _, offset, size = struct.unpack_from("<2QI", body)
            entries = b""
            for place, name in list(enumerate(sorted(os.listdir(path)), 1))[offset:]:
                text = os.fsencode(name)
                mode = stat.S_IFMT(os.lstat(path + "/" + name).st_mode) >> 12
                entry = struct.pack("<2Q2I", self.number(path + "/" + name), place, len(text), mode) + text
                entry += b"\0" * (-len(entry) % 8)
                if len(entries) + len(entry) > size:
                    break
                entries += entry
            return entries
        if kind == STATFS:
            return struct.pack("<5Q3I", 1 << 20, 1 << 19, 1 << 19, 1 << 16, 1 << 15, 4096, 255, 4096) + b"\0" * 28
        raise OSError(errno.ENOSYS, "not known here")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder")
    parser.add_argument("mount")
    parser.add_argument("--fail-after", type=int)
    parser.add_argument("--delay", type=float, default=0)
    arguments = parser.parse_args()
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()},max_read=131072,allow_other"
    system = ctypes.CDLL(None, use_errno=True)
    if system.mount(b"card", os.fsencode(arguments.mount), b"fuse.card", 0, options.encode()) != 0:
        sys.exit("cannot mount: " + os.strerror(ctypes.get_errno()))
    if os.fork():
        return
    os.setsid()
    card = Card(os.path.abspath(arguments.folder), arguments.fail_after, arguments.delay)
    while True:
        try:
            request = os.read(device, 1 << 18)
        except OSError as error:
            if error.errno in (errno.EINTR, errno.ENOENT):
                continue
            return
        length, kind, unique, node = struct.unpack_from("<2I2Q", request)
        try:
            answer, number = card.answer(kind, node, request[40:length]), 0
        except OSError as error:
            answer, number = b"", -error.errno
        if answer is not None:
            os.write(device, struct.pack("<IiQ", 16 + len(answer), number, unique) + answer)


main()
