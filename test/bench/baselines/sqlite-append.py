# Appends rows to a SQLite database whose commits are durable (WAL, FULL), so many rows a commit.
# sqlite-append.py <database> <bytes of a row> <rows a commit> <commits>: prints the middle one and
# the mean of the milliseconds that a commit took. Some commits move the rows from the WAL into the
# database as well; only the mean has their time.
import os
import sqlite3
import sys
import time

path, row_bytes, rows, commits = sys.argv[1], *map(int, sys.argv[2:])
database = sqlite3.connect(path, isolation_level=None)
database.execute("PRAGMA journal_mode=WAL")
database.execute("PRAGMA synchronous=FULL")
database.execute("CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY, line BLOB)")
line = os.urandom(row_bytes)
took = []
for _ in range(commits):
    start = time.perf_counter()
    database.execute("BEGIN IMMEDIATE")
    database.executemany("INSERT INTO log (line) VALUES (?)", [(line,)] * rows)
    database.execute("COMMIT")
    took.append((time.perf_counter() - start) * 1000)
print(sorted(took)[len(took) // 2], sum(took) / len(took))
