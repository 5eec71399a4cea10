package columnar

import (
	"slices"

	flatbuffers "github.com/google/flatbuffers/go"
)

// What stands in an Arrow file or stream beside the rows: the format's messages
// of the schema and of batches, and a file's footer. Their flatbuffers are
// written here, slot by slot as Schema.fbs, Message.fbs and File.fbs number
// them, and read in input.go. Arrow's own packages for it take longer to compile
// than all of Stolb does, with all that they import; the tests read what is
// written here with them.

// The format's kinds of messages.
const (
	schemaMessage     = 1
	dictionaryMessage = 2
	batchMessage      = 3
)

// The types of Arrow that are written or read, as the format numbers them.
const (
	typeInt   = 2
	typeFloat = 3
	typeUTF8  = 5
	typeBool  = 6
	typeDate  = 8
)

// version5 is the format's version, MetadataVersion.V5.
const version5 = 4

// block is where a message is in the file: the format's Block.
type block struct {
	offset int64
	meta   int32
	body   int64
}

// addType writes the type of values or of a dictionary's indices, and returns
// its number.
func addType(b *flatbuffers.Builder, t Type) (kind byte, at flatbuffers.UOffsetT) {
	number := func(bits int32) (byte, flatbuffers.UOffsetT) {
		b.StartObject(2) // Int: bitWidth, is_signed
		b.PrependInt32Slot(0, bits, 0)
		b.PrependBoolSlot(1, true, false)
		return typeInt, b.EndObject()
	}
	switch t {
	case Bool:
		b.StartObject(0)
		return typeBool, b.EndObject()
	case Int8:
		return number(8)
	case Int16:
		return number(16)
	case Int32:
		return number(32)
	case Int64:
		return number(64)
	case Date:
		b.StartObject(1) // Date: unit, of which 0 is days
		b.PrependInt16Slot(0, 0, 1)
		return typeDate, b.EndObject()
	case Float64:
		b.StartObject(1) // FloatingPoint: precision, of which 2 is double
		b.PrependInt16Slot(0, 2, 0)
		return typeFloat, b.EndObject()
	}
	b.StartObject(0)
	return typeUTF8, b.EndObject()
}

// addSchema writes a Schema. The dictionary of a column has the column's place
// as its number.
func addSchema(b *flatbuffers.Builder, columns []Column) flatbuffers.UOffsetT {
	fields := make([]flatbuffers.UOffsetT, len(columns))
	for i, c := range columns {
		fields[i] = addField(b, i, c)
	}
	all := b.CreateVectorOfTables(fields)
	b.StartObject(4) // Schema: endianness, fields, custom_metadata, features
	b.PrependUOffsetTSlot(1, all, 0)
	return b.EndObject()
}

func addField(b *flatbuffers.Builder, i int, c Column) flatbuffers.UOffsetT {
	name := b.CreateString(c.Name)
	metadata := addMetadata(b, [][2]string{{"description", c.Meaning}, {"unit", c.Unit}})
	kind, detail := addType(b, c.Type)
	children := b.CreateVectorOfTables(nil) // some readers take none for an error
	var dictionary flatbuffers.UOffsetT
	if c.Type == Symbol || c.Type == Dictionary {
		index := Int32
		if c.Type == Symbol {
			index = Int8
		}
		_, indices := addType(b, index)
		b.StartObject(4) // DictionaryEncoding: id, indexType, isOrdered, dictionaryKind
		b.PrependInt64Slot(0, int64(i), -1)
		b.PrependUOffsetTSlot(1, indices, 0)
		dictionary = b.EndObject()
	}
	b.StartObject(7) // Field: name, nullable, type_type, type, dictionary, children, custom_metadata
	b.PrependUOffsetTSlot(0, name, 0)
	b.PrependBoolSlot(1, c.Optional, false)
	b.PrependByteSlot(2, kind, 0)
	b.PrependUOffsetTSlot(3, detail, 0)
	b.PrependUOffsetTSlot(4, dictionary, 0)
	b.PrependUOffsetTSlot(5, children, 0)
	b.PrependUOffsetTSlot(6, metadata, 0)
	return b.EndObject()
}

// addMetadata writes the pairs that have a value.
func addMetadata(b *flatbuffers.Builder, pairs [][2]string) flatbuffers.UOffsetT {
	var all []flatbuffers.UOffsetT
	for _, pair := range pairs {
		if pair[1] == "" {
			continue
		}
		key, value := b.CreateString(pair[0]), b.CreateString(pair[1])
		b.StartObject(2) // KeyValue: key, value
		b.PrependUOffsetTSlot(0, key, 0)
		b.PrependUOffsetTSlot(1, value, 0)
		all = append(all, b.EndObject())
	}
	return b.CreateVectorOfTables(all)
}

// finishMessage returns a Message.
func finishMessage(b *flatbuffers.Builder, kind byte, header flatbuffers.UOffsetT, body int) []byte {
	b.StartObject(5) // Message: version, header_type, header, bodyLength, custom_metadata
	b.PrependInt16Slot(0, version5, 0)
	b.PrependByteSlot(1, kind, 0)
	b.PrependUOffsetTSlot(2, header, 0)
	b.PrependInt64Slot(3, int64(body), 0)
	b.Finish(b.EndObject())
	return b.FinishedBytes()
}

// schemaMeta returns the message of a schema.
func schemaMeta(columns []Column) []byte {
	b := flatbuffers.NewBuilder(4096)
	return finishMessage(b, schemaMessage, addSchema(b, columns), 0)
}

// addBatch writes a RecordBatch whose buffers are compressed with zstd; nulls are
// how many values of each column are missing.
func addBatch(b *flatbuffers.Builder, rows int, nulls []int64, buffers [][2]int64) flatbuffers.UOffsetT {
	b.StartVector(16, len(buffers), 8)
	for i := len(buffers) - 1; i >= 0; i-- { // Buffer: offset, length
		b.Prep(8, 16)
		b.PrependInt64(buffers[i][1])
		b.PrependInt64(buffers[i][0])
	}
	bufferVector := b.EndVector(len(buffers))
	b.StartVector(16, len(nulls), 8)
	for _, n := range slices.Backward(nulls) { // FieldNode: length, null_count
		b.Prep(8, 16)
		b.PrependInt64(n)
		b.PrependInt64(int64(rows))
	}
	nodes := b.EndVector(len(nulls))
	b.StartObject(2) // BodyCompression: codec, method, of which 0 is buffer by buffer
	b.PrependInt8Slot(0, 1, 0)
	compression := b.EndObject()
	b.StartObject(4) // RecordBatch: length, nodes, buffers, compression
	b.PrependInt64Slot(0, int64(rows), 0)
	b.PrependUOffsetTSlot(1, nodes, 0)
	b.PrependUOffsetTSlot(2, bufferVector, 0)
	b.PrependUOffsetTSlot(3, compression, 0)
	return b.EndObject()
}

// batchMeta returns the message of a record batch.
func batchMeta(rows int, nulls []int64, buffers [][2]int64, body int) []byte {
	b := flatbuffers.NewBuilder(4096)
	return finishMessage(b, batchMessage, addBatch(b, rows, nulls, buffers), body)
}

// dictionaryMeta returns the message of a column's dictionary.
func dictionaryMeta(column, words int, buffers [][2]int64, body int) []byte {
	b := flatbuffers.NewBuilder(256)
	batch := addBatch(b, words, []int64{0}, buffers)
	b.StartObject(3) // DictionaryBatch: id, data, isDelta
	b.PrependInt64Slot(0, int64(column), -1)
	b.PrependUOffsetTSlot(1, batch, 0)
	return finishMessage(b, dictionaryMessage, b.EndObject(), body)
}

// footerOf returns the Footer of a file.
func footerOf(columns []Column, dictionaries, batches []block, notes [][2]string) []byte {
	b := flatbuffers.NewBuilder(4096)
	schema := addSchema(b, columns)
	vector := func(blocks []block) flatbuffers.UOffsetT {
		b.StartVector(24, len(blocks), 8)
		for i := len(blocks) - 1; i >= 0; i-- { // Block: offset, metaDataLength, bodyLength
			b.Prep(8, 24)
			b.PrependInt64(blocks[i].body)
			b.Pad(4)
			b.PrependInt32(blocks[i].meta)
			b.PrependInt64(blocks[i].offset)
		}
		return b.EndVector(len(blocks))
	}
	words, rows := vector(dictionaries), vector(batches)
	metadata := addMetadata(b, notes)
	b.StartObject(5) // Footer: version, schema, dictionaries, recordBatches, custom_metadata
	b.PrependInt16Slot(0, version5, 0)
	b.PrependUOffsetTSlot(1, schema, 0)
	b.PrependUOffsetTSlot(2, words, 0)
	b.PrependUOffsetTSlot(3, rows, 0)
	b.PrependUOffsetTSlot(4, metadata, 0)
	b.Finish(b.EndObject())
	return b.FinishedBytes()
}
