package pack

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/record"
)

// A pack, all little-endian:
//
//	header: the magic; version: uint32; number of records: uint32; size of the file: uint64; CRC-32C of the table,
//	    CRC-32C of the header before this number: uint32
//	table: for each record its kind: uint32, CRC-32C: uint32, size: uint64, key: 16 bytes
//	records, one after the other, in the order of their kinds, each padded with zeros to a multiple of 16 bytes
//
// The record of a clip that has a baked form ends with its encoding, as in the cache of baked clips
// (package bake), and [bake.ViewPadding] zeros. That of a database ends with the encoding of package
// matching, which begins at a multiple of 16 bytes.
const (
	magic = "sinew:pk"
	// version is that of the layout of the header, the table and all records. Any change of it, also
	// of one record, raises the number, so that packs from before are refused instead of misread;
	// TestLayoutOfPacksIsOfItsVersion fails until that is done. Versions 1 to
	// 3 were never released: in 1 nodes had no offset from their joint, 2 held no databases, and in 3
	// their leaves had 64 frames.
	version     = 4
	headerSize  = 32
	entrySize   = 32
	recordAlign = 16
)

// Errors of opening. The returned errors wrap these and give the details.
var (
	// ErrDamaged reports bytes that are not a valid pack.
	ErrDamaged = errors.New("damaged pack")
	// ErrVersion reports a pack of another version.
	ErrVersion = errors.New("pack of another version")
)

// kind is the kind of a record. Records are in the order of their kinds: each refers only to those
// before it.
type kind uint32

const (
	kindSkeleton kind = iota
	kindMask
	kindCurve
	kindClip
	kindSpace
	kindDatabase
	kindSkin
	kindImage
	kindMaterial
	kindMesh
	kindGraph
	kindStack
	kindRagdoll
	kindModel
	kinds
)

func (k kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("record of kind %d", uint32(k))
	}
	return [...]string{
		"skeleton", "mask", "curve", "clip", "blend space", "database", "skin", "image", "material", "mesh",
		"graph", "modifier stack", "ragdoll", "model",
	}[k]
}

// entry is a record in the table.
type entry struct {
	kind     kind
	checksum uint32
	size     uint64
	key      id.Key
	offset   int // in the file
}

// padded returns a size rounded up to that of whole steps between records.
func padded(size int) int { return (size + recordAlign - 1) / recordAlign * recordAlign }

// appendHeader appends the header and the table.
func appendHeader(dst []byte, entries []entry) []byte {
	var table []byte
	size := uint64(headerSize + entrySize*len(entries))
	for _, e := range entries {
		table = record.Append32(table, int(e.kind), int(e.checksum))
		table = binary.LittleEndian.AppendUint64(table, e.size)
		table = append(table, e.key[:]...)
		size += e.size
	}
	start := len(dst)
	dst = record.Append32(append(dst, magic...), version, len(entries))
	dst = binary.LittleEndian.AppendUint64(dst, size)
	dst = record.Append32(dst, int(record.Checksum(table)))
	dst = record.Append32(dst, int(record.Checksum(dst[start:])))
	return append(dst, table...)
}

// readTable checks the header and the table of a pack and returns its records.
func readTable(data []byte) ([]entry, error) {
	if len(data) < headerSize || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: at byte 0: expected a header of %d bytes that begins with %q, found %q", ErrDamaged,
			headerSize, magic, data[:min(len(data), len(magic))])
	}
	r := record.NewReader(data[len(magic):headerSize])
	if found := r.Uint32(); found != version {
		return nil, fmt.Errorf("%w: at byte %d: expected version %d, found %d: write the pack again from its files",
			ErrVersion, len(magic), version, found)
	}
	count := r.Uint32()
	size := binary.LittleEndian.Uint64(r.Take(8))
	tableSum, headerSum := r.Uint32(), r.Uint32()
	if found := record.Checksum(data[:headerSize-4]); found != headerSum {
		return nil, fmt.Errorf("%w: at byte %d: expected the checksum %08x of the header, found %08x", ErrDamaged,
			headerSize-4, headerSum, found)
	}
	if size != uint64(len(data)) {
		return nil, fmt.Errorf("%w: at byte 16: expected a file of %d bytes, found %d", ErrDamaged, size, len(data))
	}
	if uint64(count) > (size-headerSize)/entrySize {
		return nil, fmt.Errorf("%w: at byte 12: expected records of %d bytes each in the table, found %d of them in a "+
			"file of %d bytes", ErrDamaged, entrySize, count, size)
	}
	table := data[headerSize:][:entrySize*int(count)]
	if found := record.Checksum(table); found != tableSum {
		return nil, fmt.Errorf("%w: at byte %d: expected the checksum %08x of the table, found %08x", ErrDamaged,
			headerSize, tableSum, found)
	}
	return readEntries(table, uint64(headerSize+len(table)), size)
}

// readEntries reads a table. Its records fill the file from an offset to its end.
func readEntries(table []byte, offset, end uint64) ([]entry, error) {
	entries := make([]entry, len(table)/entrySize)
	r := record.NewReader(table)
	for i := range entries {
		e := entry{kind: kind(r.Uint32()), checksum: r.Uint32(), offset: int(offset)}
		e.size = binary.LittleEndian.Uint64(r.Take(8))
		copy(e.key[:], r.Take(len(e.key)))
		at := headerSize + entrySize*i
		switch {
		case e.kind >= kinds || i > 0 && e.kind < entries[i-1].kind:
			return nil, fmt.Errorf("%w: at byte %d: expected records in the order of their kinds, found %s", ErrDamaged,
				at, e.kind)
		case e.size > end-offset || e.size%recordAlign != 0:
			return nil, fmt.Errorf("%w: at byte %d: expected a record of a multiple of %d bytes, at most the %d that are "+
				"left, found %d", ErrDamaged, at+8, recordAlign, end-offset, e.size)
		}
		offset += e.size
		entries[i] = e
	}
	if offset != end {
		return nil, fmt.Errorf("%w: at byte %d: expected the end of the file after the last record, found %d bytes more",
			ErrDamaged, offset, end-offset)
	}
	return entries, nil
}
