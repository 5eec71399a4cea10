// Package columnar writes what many games are as tables in columns, games, plies
// and faults, and reads the games back. convert/TABLES.md has every column,
// with its unit and meaning, and what to ask of them.
//
// Here is Apache Arrow's IPC format, as a file and as a stream; package
// columnar/parquet writes the same tables as Parquet, and is apart because of
// what it depends on.
//
// Read first: tables in schema.go, which has the columns and how each is filled;
// Rows, which makes rows of a judged game; Writer, which gathers them into batches;
// then Encoder, which is where the formats differ.
package columnar
