// Package sqltest asks DuckDB about the tables that Stolb writes, and compares
// what it says with Stolb's own answers: sums, and what package stats tells, but
// for places that games of equals with one another decide. It is a module of its
// own because DuckDB is a library of 55 MB that needs a C++ compiler to be linked,
// which nothing else here does: "go test ./..." in the root leaves it out, and
// .ci/run runs it where there is a compiler.
package sqltest
