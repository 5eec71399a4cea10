package parquet

import (
	"reflect"

	"github.com/parquet-go/parquet-go"

	"github.com/stolb/stolb/convert/columnar"
)

// schemaOf returns the Parquet schema of a table, its columns in their order.
func schemaOf(columns []columnar.Column) *parquet.Schema {
	g := group{Group: parquet.Group{}}
	for _, c := range columns {
		node := nodeOf(c)
		g.Group[c.Name] = node
		g.fields = append(g.fields, field{node, c.Name})
	}
	return parquet.NewSchema("stolb", g)
}

// group is a parquet.Group that keeps its fields' order; the library's sorts
// them by name.
type group struct {
	parquet.Group
	fields []parquet.Field
}

func (g group) Fields() []parquet.Field { return g.fields }

type field struct {
	parquet.Node
	name string
}

func (f field) Name() string { return f.name }

// Value is for rows that are Go structs, which these are not.
func (f field) Value(base reflect.Value) reflect.Value { return base.MapIndex(reflect.ValueOf(f.name)) }

// nodeOf returns a column's type and encoding. Counts differ little from row to
// row, so that their differences take a few bits; a hash cannot be made smaller.
func nodeOf(c columnar.Column) parquet.Node {
	switch c.Type {
	case columnar.Bool:
		return parquet.Leaf(parquet.BooleanType)
	case columnar.Int8:
		return parquet.Encoded(parquet.Int(8), &parquet.DeltaBinaryPacked)
	case columnar.Int16:
		return parquet.Encoded(parquet.Int(16), &parquet.DeltaBinaryPacked)
	case columnar.Int32:
		return parquet.Encoded(parquet.Int(32), &parquet.DeltaBinaryPacked)
	case columnar.Int64:
		if c.Distinct {
			return parquet.Compressed(parquet.Encoded(parquet.Int(64), &parquet.Plain), &parquet.Uncompressed)
		}
		return parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	case columnar.Float64:
		return parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.Plain)
	case columnar.Text:
		if c.Distinct {
			return parquet.Encoded(parquet.String(), &parquet.Plain)
		}
	}
	return parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
}
