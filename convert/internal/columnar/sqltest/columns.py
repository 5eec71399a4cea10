"""Prints, of each table that is named, what arrow.mjs prints: its rows, and for each column
the sum of its numbers or of the lengths of its texts.

The first argument is the package that reads: pyarrow or polars.
"""

import datetime
import json
import sys


def pyarrow_columns(path, magic):
    import pyarrow.ipc
    import pyarrow.parquet

    if magic == b"PAR1":
        table = pyarrow.parquet.read_table(path)
    elif magic == b"ARRO":
        with pyarrow.ipc.open_file(path) as reader:
            table = reader.read_all()
    else:
        with open(path, "rb") as file, pyarrow.ipc.open_stream(file) as reader:
            table = reader.read_all()
    return {name: table.column(name).to_pylist() for name in table.column_names}


def polars_columns(path, magic):
    import polars

    read = {b"PAR1": polars.read_parquet, b"ARRO": polars.read_ipc}.get(magic, polars.read_ipc_stream)
    return {column.name: column.to_list() for column in read(path).get_columns()}


def number(value):
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list):  # a map
        return sum(len(text) for pair in value for text in (pair.values() if isinstance(pair, dict) else pair))
    if isinstance(value, datetime.date):
        return (value - datetime.date(1970, 1, 1)).days * 86_400_000
    return int(value)


for path in sys.argv[2:]:
    with open(path, "rb") as file:
        magic = file.read(4)
    columns = {"pyarrow": pyarrow_columns, "polars": polars_columns}[sys.argv[1]](path, magic)
    said = {}
    for name, values in columns.items():
        total = sum(number(v) for v in values if v is not None)
        said[name] = {"sum": str((total + 2**63) % 2**64 - 2**63), "nulls": values.count(None)}
    print(json.dumps({"rows": max(map(len, columns.values())), "columns": said}))
