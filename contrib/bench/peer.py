#!/usr/bin/env python3
"""What one would write by hand: PyYAML on libyaml, and jsonschema-rs, in one process.

usage: peer.py SCHEMA FOLDER    exit status 1 when a record is not valid
"""
import os
import sys

import jsonschema_rs
import yaml


def load(path):
    with open(path, "rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


def main():
    schema, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    validator = jsonschema_rs.Draft202012Validator(
        load(schema), base_uri="file://" + schema, retriever=lambda uri: load(uri.removeprefix("file://")))
    count = bad = 0
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".yaml"):
                count += 1
                bad += not validator.is_valid(load(os.path.join(place, name)))
    print(count, "records,", bad, "not valid")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
