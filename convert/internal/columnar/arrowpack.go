package columnar

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/klauspost/compress/zstd"
)

// packer writes the messages of the library's writer as a file or a stream, and packs the
// buffers of its batches. The library can pack them, too, but only at the default level of
// zstd, which takes more time than judging the games and making their rows.
type packer struct {
	w       io.Writer
	file    bool // else a stream
	schema  *arrow.Schema
	meta    []byte // of the message that has the schema
	written int64  // bytes
	blocks  [kindBatch + 1][]block
	zstd    *zstd.Encoder
	plain   bytes.Buffer // a message's body, reused
	packed  []byte       // likewise
}

func newPacker(w io.Writer, file bool, schema *arrow.Schema) *packer {
	// Entropy coding takes little time, and a tenth of the bytes, of what hardly repeats. The
	// error is of wrong options.
	encoder, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithAllLitEntropyCompression(true), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	return &packer{w: w, file: file, schema: schema, zstd: encoder}
}

// Start implements ipc.PayloadWriter.
func (p *packer) Start() error { return nil }

// WritePayload implements ipc.PayloadWriter.
func (p *packer) WritePayload(payload ipc.Payload) error {
	p.plain.Reset()
	if err := payload.SerializeBody(&p.plain); err != nil {
		return err
	}
	buffer := payload.Meta()
	defer buffer.Release()
	meta, body := buffer.Bytes(), p.plain.Bytes()
	message := flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
	kind := message.GetByteSlot(messageKind, 0)
	var begin []byte
	switch kind {
	case kindSchema:
		if p.meta = slices.Clone(meta); p.file {
			begin = append(begin, "ARROW1\x00\x00"...)
		}
	case kindBatch:
		batch, _ := child(message, messageHeader)
		meta = p.pack(batch, body)
		body = p.packed
	}
	padding := make([]byte, -len(meta)&7)
	p.blocks[kind] = append(p.blocks[kind], block{p.written, int64(8 + len(meta) + len(padding)), int64(len(body))})
	begin = append(begin, 0xff, 0xff, 0xff, 0xff)
	begin = binary.LittleEndian.AppendUint32(begin, uint32(len(meta)+len(padding)))
	return p.write(begin, meta, padding, body)
}

func (p *packer) write(all ...[]byte) error {
	for _, b := range all {
		p.written += int64(len(b))
		if _, err := p.w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// pack packs the buffers of a batch and returns the message that describes it.
func (p *packer) pack(batch flatbuffers.Table, body []byte) (meta []byte) {
	p.packed = p.packed[:0]
	at, n, _ := vector(batch, batchBuffers, 16)
	for ; n > 0; n-- {
		offset, size := batch.GetInt64(at), batch.GetInt64(at+8)
		begin := len(p.packed)
		if plain := body[offset:][:size]; size > 0 {
			p.packed = binary.LittleEndian.AppendUint64(p.packed, uint64(size))
			p.packed = p.zstd.EncodeAll(plain, p.packed)
			if int64(len(p.packed)-begin-8) >= size {
				p.packed = append(binary.LittleEndian.AppendUint64(p.packed[:begin], math.MaxUint64), plain...)
			}
		}
		batch.MutateInt64(at, int64(begin))
		batch.MutateInt64(at+8, int64(len(p.packed)-begin))
		p.packed = append(p.packed, make([]byte, -len(p.packed)&7)...)
		at += 16
	}
	b := flatbuffers.NewBuilder(len(batch.Bytes) + 256)
	old := embed(b, batch.Bytes)
	b.StartObject(1)
	b.PrependByteSlot(0, codecZstd, 0)
	compression := b.EndObject()
	b.StartObject(4)
	b.PrependInt64Slot(0, batch.GetInt64Slot(batchLength, 0), 0)
	b.PrependUOffsetTSlot(1, old(batch, batchNodes), 0)
	b.PrependUOffsetTSlot(2, old(batch, batchBuffers), 0)
	b.PrependUOffsetTSlot(3, compression, 0)
	header := b.EndObject()
	b.StartObject(4)
	b.PrependInt16Slot(0, metadataV5, 0)
	b.PrependByteSlot(1, kindBatch, 0)
	b.PrependUOffsetTSlot(2, header, 0)
	b.PrependInt64Slot(3, int64(len(p.packed)), 0)
	b.Finish(b.EndObject())
	return b.FinishedBytes()
}

// embed begins a flatbuffer with all bytes of another, to which it can refer: by the
// function to what a slot of one of its tables refers to.
func embed(b *flatbuffers.Builder, other []byte) func(flatbuffers.Table, flatbuffers.VOffsetT) flatbuffers.UOffsetT {
	b.StartVector(1, len(other), 8)
	for _, c := range slices.Backward(other) {
		b.PlaceByte(c)
	}
	begin := b.EndVector(len(other)) - flatbuffers.SizeUOffsetT
	return func(t flatbuffers.Table, slot flatbuffers.VOffsetT) flatbuffers.UOffsetT {
		return begin - t.Indirect(flatbuffers.UOffsetT(t.Offset(slot))+t.Pos)
	}
}

// Close writes the end of the stream and, of a file, the footer, which has the schema as it
// is now.
func (p *packer) Close() error {
	if err := p.write([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}); err != nil || !p.file {
		return err
	}
	again := &packer{w: io.Discard}
	if err := ipc.NewWriterWithPayloadWriter(again, ipc.WithSchema(p.schema)).Close(); err != nil {
		return err
	}
	b := flatbuffers.NewBuilder(2 * len(again.meta))
	old := embed(b, again.meta)
	schema := old(flatbuffers.Table{Bytes: again.meta, Pos: flatbuffers.GetUOffsetT(again.meta)}, messageHeader)
	blocks := func(kind byte) flatbuffers.UOffsetT {
		b.StartVector(24, len(p.blocks[kind]), 8)
		for _, at := range slices.Backward(p.blocks[kind]) {
			b.PrependInt64(at.body)
			b.PrependInt64(at.meta) // 32 bits and their padding
			b.PrependInt64(at.offset)
		}
		return b.EndVector(len(p.blocks[kind]))
	}
	dictionaries, batches := blocks(kindDictionary), blocks(kindBatch)
	b.StartObject(4)
	b.PrependInt16Slot(0, metadataV5, 0)
	b.PrependUOffsetTSlot(1, schema, 0)
	b.PrependUOffsetTSlot(2, dictionaries, 0)
	b.PrependUOffsetTSlot(3, batches, 0)
	b.Finish(b.EndObject())
	footer := b.FinishedBytes()
	return p.write(footer, binary.LittleEndian.AppendUint32(nil, uint32(len(footer))), magic)
}
