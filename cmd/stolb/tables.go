package main

import (
	"slices"
	"strings"

	"github.com/stolb/stolb/convert"
)

// isTables reports whether it is tables in columns that are written.
func (c *converter) isTables() bool { return c.to == "arrow" || c.to == "parquet" }

// tablesFlags returns what is wrong with the flags of tables in columns.
func (c *converter) tablesFlags() error {
	table, partition, columns := c.write.Table, c.write.Partition, c.write.Columns
	if !c.isTables() {
		for name, given := range map[string]bool{"table": table != "", "partition": partition != nil, "columns": columns != nil} {
			if given {
				return &usageError{message: say("usage.for-tables", "flag", name)}
			}
		}
		return nil
	}
	if err := checkColumns(columns, table); err != nil {
		return err
	}
	switch {
	case c.split != "":
		return &usageError{message: say("usage.split-texts", "format", c.to)}
	case table != "" && partition != nil:
		return &usageError{message: say("usage.partition-or-table")}
	case table == "" && (c.path == "" || c.path == "-"):
		return &usageError{message: say("usage.two-tables")}
	}
	return nil
}

// checkColumns checks the names of derived columns that are wanted; "all" is all of
// them. The error names one that no table has, or the only table that is written
// where it has none of them.
func checkColumns(names []string, table string) error {
	var known, own []string
	for _, name := range []string{"games", "plies", "faults"} {
		columns := convert.Columns(name)
		known = append(known, columns...)
		if name == table {
			own = columns
		}
	}
	slices.Sort(known) // which is meant is the same each time
	if names != nil && len(names) == 0 {
		names = []string{""}
	}
	all, has := slices.Contains(names, "all"), len(names) == 0 || table == ""
	for _, name := range names {
		if name != "all" && !slices.Contains(known, name) {
			return expected(say("usage.no-column", "column", name), name, known...)
		}
		has = has || all || slices.Contains(own, name)
	}
	if !has {
		return &usageError{message: say("usage.no-column-of", "table", table, "columns", strings.Join(names, ", "))}
	}
	return nil
}
