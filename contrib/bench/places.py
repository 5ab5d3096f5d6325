#!/usr/bin/env python3
"""Writes a catalogue of memories with places, most of them around a few cities: the same on every machine.

  places.py COUNT FOLDER
"""
import random
import sys
import uuid
from pathlib import Path

cities = [(41.02, 28.97), (48.21, 16.37), (52.52, 13.40), (38.42, 27.14), (39.93, 32.86), (35.68, 139.76), (40.71, -74.0), (-33.87, 151.21)]
count, folder = int(sys.argv[1]), Path(sys.argv[2])
dice = random.Random(7)
(folder / "memories").mkdir(parents=True, exist_ok=True)
(folder / "vitrine.yaml").write_text('vitrine: 1\ncollections:\n  - {kind: memory, files: "memories/**/*.yaml"}\n')
for number in range(count):
    latitude, longitude = dice.choice(cities)
    spread = dice.choice([0.02, 0.1, 0.5, 3])
    lat, lon = dice.gauss(latitude, spread), dice.gauss(longitude, spread)
    day = f"20{dice.randrange(10, 26)}-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}"
    (folder / "memories" / f"m{number}.yaml").write_text(
        f"id: {uuid.UUID(int=dice.getrandbits(128), version=4)}\ntitle: Memory {number}\nnote: Seen here.\ndate: {day}\n"
        f"category: {dice.choice(['Food', 'Travel'])}\nlocation: {{lat: {lat:.5f}, lon: {lon:.5f}}}\n")
