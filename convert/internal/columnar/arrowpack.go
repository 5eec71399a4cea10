package columnar

import (
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
	packs   []bool // of each buffer of a batch, whether it is packed
	meta    []byte // of the message that has the schema
	written int64  // bytes
	blocks  [kindBatch + 1][]block
	zstd    *zstd.Encoder
	body    []byte // of a message, reused
}

func newPacker(w io.Writer, file bool, schema *arrow.Schema, packs []bool) *packer {
	// Entropy coding takes little time, and a tenth of the bytes, of what hardly repeats. The
	// error is of wrong options.
	encoder, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithAllLitEntropyCompression(true), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithWindowSize(1<<17))
	return &packer{w: w, file: file, schema: schema, packs: packs, zstd: encoder}
}

// Start implements ipc.PayloadWriter.
func (p *packer) Start() error { return nil }

// plain has the buffers of a payload, which are not copied, by their offset in its body.
type plain struct {
	buffers map[int64][]byte
	size    int64
}

func (p *plain) Write(b []byte) (int, error) {
	p.buffers[p.size] = b
	p.size += int64(len(b))
	return len(b), nil
}

// WritePayload implements ipc.PayloadWriter.
func (p *packer) WritePayload(payload ipc.Payload) error {
	body := plain{buffers: make(map[int64][]byte)}
	if err := payload.SerializeBody(&body); err != nil {
		return err
	}
	buffer := payload.Meta()
	defer buffer.Release()
	meta := buffer.Bytes()
	message := flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
	kind := message.GetByteSlot(messageKind, 0)
	p.body = p.body[:0]
	var begin []byte
	switch kind {
	case kindSchema:
		if p.meta = slices.Clone(meta); p.file {
			begin = append(begin, "ARROW1\x00\x00"...)
		}
	case kindDictionary:
		for int64(len(p.body)) < body.size {
			p.body = append(p.body, body.buffers[int64(len(p.body))]...)
		}
	case kindBatch:
		batch, _ := child(message, messageHeader)
		meta = p.pack(batch, body.buffers)
	}
	padding := make([]byte, -len(meta)&7)
	p.blocks[kind] = append(p.blocks[kind], block{p.written, int64(8 + len(meta) + len(padding)), int64(len(p.body))})
	begin = append(begin, 0xff, 0xff, 0xff, 0xff)
	begin = binary.LittleEndian.AppendUint32(begin, uint32(len(meta)+len(padding)))
	return p.write(begin, meta, padding, p.body)
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
func (p *packer) pack(batch flatbuffers.Table, buffers map[int64][]byte) (meta []byte) {
	at, _, _ := vector(batch, batchBuffers, 16)
	for _, packs := range p.packs {
		begin := len(p.body)
		if size := batch.GetInt64(at + 8); size > 0 {
			plain := buffers[batch.GetInt64(at)]
			if packs {
				p.body = binary.LittleEndian.AppendUint64(p.body, uint64(size))
				p.body = p.zstd.EncodeAll(plain, p.body)
			}
			if !packs || int64(len(p.body)-begin-8) >= size {
				p.body = append(binary.LittleEndian.AppendUint64(p.body[:begin], math.MaxUint64), plain...)
			}
		}
		batch.MutateInt64(at, int64(begin))
		batch.MutateInt64(at+8, int64(len(p.body)-begin))
		p.body = append(p.body, make([]byte, -len(p.body)&7)...)
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
	b.PrependInt64Slot(3, int64(len(p.body)), 0)
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
