#!/usr/bin/env python3
"""What one would write by hand to export and import records.

usage: exchange.py export FOLDER FILE      PyYAML on libyaml reads every record, json writes them in one document
       exchange.py check SCHEMA FILE       json reads the document, jsonschema-rs checks each record, and those of one title and day are found
"""
import json
import os
import sys

import yaml


def load(path):
    with open(path, "rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


def export(folder, path):
    records = []
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".yaml"):
                file = os.path.join(place, name)
                records.append((file, load(file)))
    records.sort(key=lambda record: record[0])
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schemaVersion": 1, "games": [record for _, record in records]}, file, ensure_ascii=False, indent=2)
    print(len(records), "records")


def check(schema, path):
    import jsonschema_rs

    schema = os.path.abspath(schema)
    validator = jsonschema_rs.Draft202012Validator(
        load(schema), base_uri="file://" + schema, retriever=lambda uri: load(uri.removeprefix("file://")))
    with open(path, encoding="utf-8") as file:
        records = json.load(file)["games"]
    bad = sum(not validator.is_valid(record) for record in records)
    keys = {("".join(filter(str.isalnum, record["title"].casefold())), record["release"]) for record in records}
    print(len(records), "records,", bad, "not valid,", len(records) - len(keys), "twice")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit({"export": export, "check": check}[sys.argv[1]](*sys.argv[2:]))
