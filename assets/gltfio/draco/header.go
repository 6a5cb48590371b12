package draco

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/gltfio"
)

// What the header of a compressed mesh says (Draco bitstream specification 2.2, sections 4 and 5).
const (
	magic          = "DRACO"
	headerSize     = 11
	triangularMesh = 1 // encoder type; 0 is a point cloud
	sequential     = 0 // encoder methods
	edgebreaker    = 1
	hasMetadata    = 0x8000 // flag
	maxMetadata    = 16     // how deep metadata may be nested
)

var errShort = errors.New("expected a compressed mesh, found data that ends in its header")

// checkHeader refuses a mesh that announces more than the request before the library takes memory
// for it: the library believes what a header says.
func checkHeader(data []byte, request gltfio.DracoRequest) error {
	if len(data) < headerSize || string(data[:len(magic)]) != magic {
		return fmt.Errorf("expected a compressed mesh, which begins with %q, found "+
			"%q", magic, data[:min(len(data), len(magic))])
	}
	major, minor, kind, method := data[5], data[6], data[7], data[8]
	if major != 2 || minor != 2 {
		return fmt.Errorf("expected version 2.2 of Draco, found %d.%d", major, minor)
	}
	if kind != triangularMesh || method > edgebreaker {
		return fmt.Errorf("expected a triangular mesh (1) by method 0 or 1, found geometry %d by method "+
			"%d", kind, method)
	}
	r := reader{rest: data[headerSize:]}
	if binary.LittleEndian.Uint16(data[9:])&hasMetadata != 0 {
		r.skipAllMetadata()
	}
	vertices := uint64(0) // in edgebreaker those of positions, of which each has one vertex at least
	var triangles uint64
	if method == edgebreaker {
		r.take(1) // kind of traversal
		vertices = r.varint()
		triangles = r.varint()
	} else {
		triangles = r.varint()
		vertices = r.varint()
	}
	switch {
	case r.err != nil:
		return r.err
	case triangles > uint64(max(request.Triangles, 0)):
		return fmt.Errorf("expected at most %d triangles, found %d", request.Triangles, triangles)
	case vertices > uint64(max(request.Vertices, 0)):
		return fmt.Errorf("expected at most %d vertices, found %d", request.Vertices, vertices)
	}
	return nil
}

// reader reads numbers of a header.
type reader struct {
	rest []byte
	err  error
}

// take returns the next n bytes, or zeros after an error.
func (r *reader) take(n uint64) []byte {
	if r.err == nil && n > uint64(len(r.rest)) {
		r.err = errShort
	}
	if r.err != nil {
		return make([]byte, min(n, 1))
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

// varint returns the next number, in groups of seven bits from low to high.
func (r *reader) varint() uint64 {
	value, n := binary.Uvarint(r.rest)
	if r.err == nil && n <= 0 {
		r.err = errShort
	}
	if r.err != nil {
		return 0
	}
	r.rest = r.rest[n:]
	return value
}

// skipAllMetadata skips the names and notes of a mesh, which nobody needs.
func (r *reader) skipAllMetadata() {
	for attributes := r.varint(); attributes > 0 && r.err == nil; attributes-- {
		r.varint() // ID
		r.skipMetadata(maxMetadata)
	}
	r.skipMetadata(maxMetadata)
}

func (r *reader) skipMetadata(depth int) {
	if depth == 0 && r.err == nil {
		r.err = fmt.Errorf("expected metadata nested at most %d deep, found more", maxMetadata)
	}
	for entries := r.varint(); entries > 0 && r.err == nil; entries-- {
		r.take(uint64(r.take(1)[0]))
		r.take(r.varint())
	}
	for below := r.varint(); below > 0 && r.err == nil; below-- {
		r.take(uint64(r.take(1)[0]))
		r.skipMetadata(depth - 1)
	}
}
