package meshopt

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	trianglesHeader = 0xE1
	indicesHeader   = 0xD1
	tableBytes      = 16 // of triangles, at the end
	indicesTail     = 4
)

var errUnwritten = errors.New("expected triangles that refer to an edge or a vertex before them, found a " +
	"reference before the first one")

// varint decodes an unsigned number of 32 bits (LEB128) of at most 5 bytes, and returns the bytes
// after it.
func varint(data []byte) (v uint32, rest []byte, err error) {
	for i := range min(5, len(data)) {
		v |= uint32(data[i]&0x7F) << (7 * i)
		if data[i] < 0x80 {
			return v, data[i+1:], nil
		}
	}
	if len(data) >= 5 {
		return 0, nil, errors.New("expected at most 5 bytes of a number in the compressed data, found more")
	}
	return 0, nil, errEnd
}

// signed decodes a signed number whose sign is in the lowest bit.
func signed(v uint32) uint32 { return v>>1 ^ -(v & 1) }

// putIndex writes an index of stride bytes.
func putIndex(out []byte, at, stride int, v uint32) {
	if stride == 2 {
		binary.LittleEndian.PutUint16(out[2*at:], uint16(v))
	} else {
		binary.LittleEndian.PutUint32(out[4*at:], v)
	}
}

// decodeIndices decodes a sequence of indices: differences from one of two earlier indices.
func decodeIndices(data []byte, count, stride int) ([]byte, error) {
	if len(data) == 0 || data[0] != indicesHeader {
		return nil, fmt.Errorf("expected data that begins with %#x, the header of indices, found %#x", indicesHeader,
			data[:min(len(data), 1)])
	}
	if len(data)-1-indicesTail < count {
		return nil, errEnd
	}
	data = data[1 : len(data)-indicesTail]
	out := make([]byte, count*stride)
	var last [2]uint32
	for i := range count {
		v, after, err := varint(data)
		if err != nil {
			return nil, err
		}
		data = after
		last[v&1] += signed(v >> 1)
		putIndex(out, i, stride, last[v&1])
	}
	if len(data) != 0 {
		return nil, rest(data)
	}
	return out, nil
}

// triangleStream is a compressed list of triangles. A triangle shares edges and vertices with
// recent ones.
type triangleStream struct {
	data       []byte // what does not fit in the codes
	next, last uint32
	// The recent edges and vertices; the numbers count all that were pushed.
	edges                  [16][2]uint32
	vertices               [16]uint32
	edgeCount, vertexCount int
}

func (s *triangleStream) pushEdge(a, b uint32) {
	s.edges[s.edgeCount&15] = [2]uint32{a, b}
	s.edgeCount++
}

func (s *triangleStream) pushVertex(v uint32) {
	s.vertices[s.vertexCount&15] = v
	s.vertexCount++
}

// edge returns a recent edge; 0 is the most recent one.
func (s *triangleStream) edge(i int) (a, b uint32, err error) {
	if i >= s.edgeCount {
		return 0, 0, errUnwritten
	}
	e := s.edges[(s.edgeCount-1-i)&15]
	return e[0], e[1], nil
}

// vertex returns a recent vertex; 0 is the most recent one.
func (s *triangleStream) vertex(i int) (uint32, error) {
	if i >= s.vertexCount {
		return 0, errUnwritten
	}
	return s.vertices[(s.vertexCount-1-i)&15], nil
}

func (s *triangleStream) nextVertex() uint32 {
	s.next++
	return s.next - 1
}

// readVertex decodes a vertex as the difference from the last one that was decoded so.
func (s *triangleStream) readVertex() (uint32, error) {
	v, rest, err := varint(s.data)
	if err != nil {
		return 0, err
	}
	s.data = rest
	s.last += signed(v)
	return s.last, nil
}

// decodeTriangles decodes the indices of triangles.
func decodeTriangles(data []byte, count, stride int) ([]byte, error) {
	if len(data) == 0 || data[0] != trianglesHeader {
		return nil, fmt.Errorf("expected data that begins with %#x, the header of triangles, found %#x", trianglesHeader,
			data[:min(len(data), 1)])
	}
	triangles := count / 3
	if len(data)-1-tableBytes < triangles {
		return nil, errEnd
	}
	codes, table := data[1:][:triangles], data[len(data)-tableBytes:]
	for i, v := range table {
		if v&15 == 15 || v>>4 == 15 || i >= 14 && v != 0 {
			return nil, fmt.Errorf("byte %d of the table of triangles: expected two numbers below 15 in 14 bytes, "+
				"and zeros after them, found %#x", i, v)
		}
	}
	s := triangleStream{data: data[1+triangles : len(data)-tableBytes]}
	out := make([]byte, count*stride)
	for i, code := range codes {
		var t [3]uint32
		var err error
		if code < 0xF0 {
			t, err = s.besideEdge(int(code>>4), code&15)
		} else {
			t, err = s.separate(code&15, table)
		}
		if err != nil {
			return nil, err
		}
		for k, v := range t {
			putIndex(out, 3*i+k, stride, v)
		}
	}
	if len(s.data) != 0 {
		return nil, rest(s.data)
	}
	return out, nil
}

// besideEdge decodes a triangle that shares a recent edge.
func (s *triangleStream) besideEdge(edge int, code byte) ([3]uint32, error) {
	a, b, err := s.edge(edge)
	if err != nil {
		return [3]uint32{}, err
	}
	var c uint32
	switch {
	case code == 0:
		c = s.nextVertex()
	case code < 13:
		c, err = s.vertex(int(code))
	case code == 13:
		s.last--
		c = s.last
	case code == 14:
		s.last++
		c = s.last
	default:
		c, err = s.readVertex()
	}
	if err != nil {
		return [3]uint32{}, err
	}
	if code == 0 || code >= 13 {
		s.pushVertex(c)
	}
	s.pushEdge(c, b)
	s.pushEdge(a, c)
	return [3]uint32{a, b, c}, nil
}

// separate decodes a triangle that shares no recent edge. Its second and third vertices are given
// by 4 bits each: from the table, or for the codes 14 and 15 from the data.
func (s *triangleStream) separate(code byte, table []byte) (t [3]uint32, err error) {
	explicit := code >= 14
	choice := table[code]
	if explicit {
		if len(s.data) == 0 {
			return t, errEnd
		}
		choice, s.data = s.data[0], s.data[1:]
		if choice == 0 {
			s.next = 0
		}
	}
	choices := [3]byte{0, choice >> 4, choice & 15}
	if code == 15 {
		choices[0] = 15
	}
	// Vertices are pushed after all three were read.
	for k, c := range choices {
		switch {
		case c == 0:
			t[k] = s.nextVertex()
		case c < 15:
			t[k], err = s.vertex(int(c) - 1)
		default:
			t[k], err = s.readVertex()
		}
		if err != nil {
			return t, err
		}
	}
	for k, c := range choices {
		if c == 0 || c == 15 {
			s.pushVertex(t[k])
		}
	}
	s.pushEdge(t[1], t[0])
	s.pushEdge(t[2], t[1])
	s.pushEdge(t[0], t[2])
	return t, nil
}
