package parquet

import (
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/stolb/stolb/convert/internal/columnar"
)

// The codecs keep the encoders that are not in use. Records and positions are most of
// the bytes and gain by more work; in symbols, squares first of all, little comes again.
var (
	packText   compress.Codec = &zstd.Codec{Level: zstd.SpeedDefault}
	packSymbol compress.Codec = &zstd.Codec{Level: zstd.SpeedFastest}
	packOther  compress.Codec = &zstd.Codec{Level: zstd.SpeedFastest}
)

// schemaOf returns the Parquet schema of a table, its columns in their order.
func schemaOf(columns []columnar.Column) *parquet.Schema {
	g := group{Group: parquet.Group{}}
	for _, c := range columns {
		node := nodeOf(c)
		if c.Optional {
			node = parquet.Optional(node)
		}
		g.Group[c.Name] = node
		g.fields = append(g.fields, field{node, c.Name})
	}
	return parquet.NewSchema("stolb", g)
}

// group is a parquet.Group that keeps its fields' order; the library's sorts them by
// name.
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

// nodeOf returns a column's type, encoding and codec. Counts differ little from row to
// row, so that their differences take a few bits; a hash cannot be made smaller.
func nodeOf(c columnar.Column) parquet.Node {
	encoded := func(n parquet.Node) parquet.Node {
		return parquet.Compressed(parquet.Encoded(n, &parquet.DeltaBinaryPacked), packOther)
	}
	switch c.Type {
	case columnar.Bool:
		return parquet.Compressed(parquet.Leaf(parquet.BooleanType), packOther)
	case columnar.Int8:
		return encoded(parquet.Int(8))
	case columnar.Int16:
		return encoded(parquet.Int(16))
	case columnar.Int32:
		return encoded(parquet.Int(32))
	case columnar.Date:
		return encoded(parquet.Date())
	case columnar.Int64:
		if c.Distinct {
			return parquet.Compressed(parquet.Encoded(parquet.Int(64), &parquet.Plain), &parquet.Uncompressed)
		}
		return encoded(parquet.Int(64))
	case columnar.Float64:
		node := parquet.Encoded(parquet.Leaf(parquet.DoubleType), &parquet.RLEDictionary)
		return parquet.Compressed(node, packOther)
	case columnar.Text:
		if c.Distinct {
			return parquet.Compressed(parquet.Encoded(parquet.String(), &parquet.Plain), packText)
		}
	case columnar.Symbol:
		return parquet.Compressed(parquet.Encoded(parquet.String(), &parquet.RLEDictionary), packSymbol)
	}
	return parquet.Compressed(parquet.Encoded(parquet.String(), &parquet.RLEDictionary), packOther)
}
