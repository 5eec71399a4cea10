package parquet

import (
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/stolb/stolb/convert/columnar"
)

// schemaOf returns the elements of a table's schema: the root and its columns,
// none of which may miss a value.
func schemaOf(columns []columnar.Column) []format.SchemaElement {
	all := []format.SchemaElement{{Name: "stolb", NumChildren: thrift.New(int32(len(columns)))}}
	for _, c := range columns {
		e := format.SchemaElement{
			Name: c.Name, Type: thrift.New(typeOf(c.Type)), RepetitionType: thrift.New(format.Required),
		}
		annotate := func(converted deprecated.ConvertedType, logical format.LogicalTypeValue) {
			e.ConvertedType, e.LogicalType = thrift.New(converted), format.LogicalType{Value: logical}
		}
		switch c.Type {
		case columnar.Int8:
			annotate(deprecated.Int8, &format.IntType{BitWidth: 8, IsSigned: true})
		case columnar.Int16:
			annotate(deprecated.Int16, &format.IntType{BitWidth: 16, IsSigned: true})
		case columnar.Int32:
			annotate(deprecated.Int32, &format.IntType{BitWidth: 32, IsSigned: true})
		case columnar.Int64:
			annotate(deprecated.Int64, &format.IntType{BitWidth: 64, IsSigned: true})
		case columnar.Text, columnar.Symbol, columnar.Dictionary:
			annotate(deprecated.UTF8, &format.StringType{})
		}
		all = append(all, e)
	}
	return all
}

// typeOf returns the format's type for a column's.
func typeOf(t columnar.Type) format.Type {
	return [...]format.Type{
		columnar.Bool: format.Boolean, columnar.Int8: format.Int32, columnar.Int16: format.Int32, columnar.Int32: format.Int32,
		columnar.Int64: format.Int64, columnar.Float64: format.Double,
		columnar.Text: format.ByteArray, columnar.Symbol: format.ByteArray, columnar.Dictionary: format.ByteArray,
	}[t]
}
