package mcap

import (
	"encoding/binary"
	"hash/crc32"
	"io"
)

// The kinds of records of a file: https://mcap.dev/spec. All numbers are little-endian.
const (
	opHeader        = 0x01
	opFooter        = 0x02
	opSchema        = 0x03
	opChannel       = 0x04
	opMessage       = 0x05
	opChunk         = 0x06
	opMessageIndex  = 0x07
	opChunkIndex    = 0x08
	opStatistics    = 0x0B
	opSummaryOffset = 0x0E
	opDataEnd       = 0x0F
)

const (
	magic     = "\x89MCAP0\r\n"
	chunkSize = 1 << 20 // bytes of messages from which on a chunk ends
)

// record is the content of a record, or a part of it.
type record []byte

func (r *record) uint16(n uint16) { *r = binary.LittleEndian.AppendUint16(*r, n) }
func (r *record) uint32(n uint32) { *r = binary.LittleEndian.AppendUint32(*r, n) }
func (r *record) uint64(n uint64) { *r = binary.LittleEndian.AppendUint64(*r, n) }

func (r *record) text(s string) {
	r.uint32(uint32(len(s)))
	*r = append(*r, s...)
}

// list appends a list by its size in bytes, as lists and maps begin.
func (r *record) list(content record) {
	r.uint32(uint32(len(content)))
	*r = append(*r, content...)
}

// add appends a whole record.
func (r *record) add(op byte, content record) {
	*r = append(*r, op)
	r.uint64(uint64(len(content)))
	*r = append(*r, content...)
}

// channel is a topic, with the number of its messages. Its index is its ID, and that of its schema is
// one higher, because 0 is none.
type channel struct {
	topic, schema string
	messages      uint64
	index         record // of the messages in the present chunk: times and offsets
}

// container writes messages into a file: in chunks with an index of each, and a summary at the end.
type container struct {
	w        io.Writer
	err      error // the writer's first
	at       uint64
	sum      uint32 // of all bytes
	channels []channel
	schema   []byte // of all channels

	chunk            record
	first, last      uint64 // times of the messages in the chunk
	begin, end       uint64 // times of all messages
	chunks           uint32
	indexes, scratch record
}

// newContainer begins a file.
func newContainer(w io.Writer, schema []byte, channels ...channel) *container {
	c := &container{w: w, schema: schema, channels: channels}
	c.write([]byte(magic))
	var header record
	header.text("")
	header.text("sinew")
	c.record(opHeader, header)
	c.write(c.definitions())
	return c
}

// write writes bytes, unless it failed before.
func (c *container) write(b []byte) {
	if c.err != nil {
		return
	}
	if _, c.err = c.w.Write(b); c.err == nil {
		c.at += uint64(len(b))
		c.sum = crc32.Update(c.sum, crc32.IEEETable, b)
	}
}

// record writes a record.
func (c *container) record(op byte, content record) {
	c.scratch = c.scratch[:0]
	c.scratch.add(op, content)
	c.write(c.scratch)
}

// definitions returns the records of all schemas and channels.
func (c *container) definitions() (r record) {
	for i := range c.channels {
		var content record
		content.uint16(uint16(i + 1))
		content.text(c.channels[i].schema)
		content.text("protobuf")
		content.list(c.schema)
		r.add(opSchema, content)
	}
	return append(r, c.channelRecords()...)
}

func (c *container) channelRecords() (r record) {
	for i := range c.channels {
		var content record
		content.uint16(uint16(i))
		content.uint16(uint16(i + 1))
		content.text(c.channels[i].topic)
		content.text("protobuf")
		content.list(nil) // metadata
		r.add(opChannel, content)
	}
	return r
}

// message adds a message of a channel at a time in nanoseconds, which must not be before that of the
// last one.
func (c *container) message(id int, time uint64, data []byte) {
	ch := &c.channels[id]
	if len(c.chunk) == 0 {
		c.first = time
		if c.chunks == 0 {
			c.begin = time
		}
	}
	c.last, c.end = time, time
	ch.index.uint64(time)
	ch.index.uint64(uint64(len(c.chunk)))
	var content record
	content.uint16(uint16(id))
	content.uint32(uint32(ch.messages))
	content.uint64(time) // of the log
	content.uint64(time) // of the publisher
	ch.messages++
	c.chunk = append(c.chunk, opMessage)
	c.chunk.uint64(uint64(len(content) + len(data)))
	c.chunk = append(append(c.chunk, content...), data...)
	if len(c.chunk) >= chunkSize {
		c.endChunk()
	}
}

// endChunk writes the present chunk and its index.
func (c *container) endChunk() {
	if len(c.chunk) == 0 {
		return
	}
	size := uint64(len(c.chunk))
	var head record // up to the messages
	head.uint64(c.first)
	head.uint64(c.last)
	head.uint64(size)
	head.uint32(crc32.ChecksumIEEE(c.chunk))
	head.text("") // compression
	head.uint64(size)
	start := c.at
	begin := record{opChunk}
	begin.uint64(uint64(len(head)) + size)
	c.write(append(begin, head...))
	c.write(c.chunk)
	c.chunk = c.chunk[:0]
	afterChunk := c.at
	var offsets record
	for i := range c.channels {
		ch := &c.channels[i]
		if len(ch.index) == 0 {
			continue
		}
		offsets.uint16(uint16(i))
		offsets.uint64(c.at)
		var content record
		content.uint16(uint16(i))
		content.list(ch.index)
		c.record(opMessageIndex, content)
		ch.index = ch.index[:0]
	}
	var index record
	index.uint64(c.first)
	index.uint64(c.last)
	index.uint64(start)
	index.uint64(afterChunk - start)
	index.list(offsets)
	index.uint64(c.at - afterChunk)
	index.text("") // compression
	index.uint64(size)
	index.uint64(size)
	c.indexes.add(opChunkIndex, index)
	c.chunks++
}

// statistics returns the content of the record with the numbers of everything.
func (c *container) statistics() (r record) {
	total := uint64(0)
	var counts record
	for i := range c.channels {
		total += c.channels[i].messages
		counts.uint16(uint16(i))
		counts.uint64(c.channels[i].messages)
	}
	r.uint64(total)
	r.uint16(uint16(len(c.channels))) // schemas
	r.uint32(uint32(len(c.channels)))
	r.uint32(0) // attachments
	r.uint32(0) // metadata
	r.uint32(c.chunks)
	r.uint64(c.begin)
	r.uint64(c.end)
	r.list(counts)
	return r
}

// close writes the last chunk, the summary and the end of the file.
func (c *container) close() error {
	c.endChunk()
	var end record
	end.uint32(c.sum)
	c.record(opDataEnd, end)

	var statistics record
	statistics.add(opStatistics, c.statistics())
	definitions, channels := c.definitions(), c.channelRecords()
	schemas := definitions[:len(definitions)-len(channels)]
	start := c.at
	c.sum = 0 // from here on of the summary
	var offsets record
	for _, group := range []struct {
		op      byte
		content record
	}{{opSchema, schemas}, {opChannel, channels}, {opStatistics, statistics}, {opChunkIndex, c.indexes}} {
		if len(group.content) == 0 {
			continue
		}
		var content record
		content = append(content, group.op)
		content.uint64(c.at)
		content.uint64(uint64(len(group.content)))
		offsets.add(opSummaryOffset, content)
		c.write(group.content)
	}
	offsetsStart := c.at
	c.write(offsets)
	footer := record{opFooter}
	footer.uint64(8 + 8 + 4)
	footer.uint64(start)
	footer.uint64(offsetsStart)
	c.write(footer)
	var sum record
	sum.uint32(c.sum)
	c.write(append(sum, magic...))
	return c.err
}
