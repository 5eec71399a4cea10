package parquet

import (
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/convert/internal/columnar"
)

// schemaOf returns the Parquet schema of a table: the root, then its columns in
// their order.
func schemaOf(columns []columnar.Column) []format.SchemaElement {
	elements := []format.SchemaElement{{Name: "stolb", NumChildren: thrift.New(int32(len(columns)))}}
	for _, c := range columns {
		e := format.SchemaElement{
			Name: c.Name, Type: thrift.New(physical(c.Type)), RepetitionType: thrift.New(format.Required),
		}
		if c.Optional {
			e.RepetitionType.V = format.Optional
		}
		// Each is said twice, for readers old and new.
		whole := func(bits int8, old deprecated.ConvertedType) {
			e.LogicalType.Value, e.ConvertedType = &format.IntType{BitWidth: bits, IsSigned: true}, thrift.New(old)
		}
		switch c.Type {
		case columnar.Int8:
			whole(8, deprecated.Int8)
		case columnar.Int16:
			whole(16, deprecated.Int16)
		case columnar.Int32:
			whole(32, deprecated.Int32)
		case columnar.Int64:
			whole(64, deprecated.Int64)
		case columnar.Date:
			e.LogicalType.Value, e.ConvertedType = &format.DateType{}, thrift.New(deprecated.Date)
		case columnar.Text, columnar.Symbol, columnar.Dictionary:
			e.LogicalType.Value, e.ConvertedType = &format.StringType{}, thrift.New(deprecated.UTF8)
		}
		elements = append(elements, e)
	}
	return elements
}

// physical returns what the values of a type are in Parquet.
func physical(t columnar.Type) format.Type {
	return [...]format.Type{
		columnar.Bool: format.Boolean, columnar.Int8: format.Int32, columnar.Int16: format.Int32,
		columnar.Int32: format.Int32, columnar.Int64: format.Int64, columnar.Float64: format.Double,
		columnar.Text: format.ByteArray, columnar.Symbol: format.ByteArray, columnar.Dictionary: format.ByteArray,
		columnar.Date: format.Int32,
	}[t]
}
