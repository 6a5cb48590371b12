package decimate

import (
	"errors"
	"fmt"
	"io/fs"
	"math"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/derived"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/record"
	"github.com/sinew-go/sinew/internal/sha256"
)

const (
	// version is that of the levels that a mesh gets, and of the form in which they are kept. It must
	// grow when either changes: TestVersionOfLevels.
	version = 1
	// leastKept is the number of triangles below which making levels is as quick as reading them.
	leastKept = 1000
)

// KeptLevels is LevelsWhile for a store, which may be nil, of levels that were made before, where
// those of the mesh have a key. The error is that of the store: the levels are there nevertheless.
func KeptLevels(store derived.Store, key Key, m *mesh.Mesh, goOn func() bool) ([]Level, error) {
	triangles := 0
	for i := range m.Primitives {
		triangles += len(m.Primitives[i].Indices) / 3
	}
	if store == nil || triangles < leastKept {
		return LevelsWhile(m, goOn), nil
	}
	data, err := store.Read(key[:])
	if err == nil {
		var levels []Level
		if levels, err = decode(data, m); err == nil {
			return levels, nil
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	levels := LevelsWhile(m, goOn)
	if levels != nil {
		err = errors.Join(err, store.Write(key[:], encode(levels, m)))
	}
	if err != nil {
		err = fmt.Errorf("levels of detail of mesh %q: %w", m.Name, err)
	}
	return levels, err
}

// Key is a hash of all that levels of a mesh are made from. Meshes with the same key have the same
// levels.
type Key [sha256.Size]byte

// KeyOf returns the key of the levels of a mesh.
func KeyOf(m *mesh.Mesh) (key Key) {
	h := sha256.New()
	b := record.Append32([]byte("levels of detail"), version, len(m.Primitives))
	for i := range m.Primitives {
		p := &m.Primitives[i]
		b = record.Append32(b, int(p.Topology), p.Influences, len(p.Positions), len(p.Normals), len(p.TexCoords[0]),
			len(p.Colors), len(p.Joints), len(p.Weights), len(p.Indices), len(p.Targets))
		for v := range p.Positions {
			b = record.AppendFloats(b, p.Positions[v][:])
		}
		for v := range p.Normals {
			b = record.AppendFloats(b, p.Normals[v][:])
		}
		for v := range p.TexCoords[0] {
			b = record.AppendFloats(b, p.TexCoords[0][v][:])
		}
		for v := range p.Colors {
			b = record.AppendFloats(b, p.Colors[v][:])
		}
		for _, joint := range p.Joints {
			b = record.Append32(b, int(joint))
		}
		b = record.AppendFloats(b, p.Weights)
		for _, vertex := range p.Indices {
			b = record.Append32(b, int(vertex))
		}
		for t := range p.Targets {
			deltas := p.Targets[t].Positions
			b = record.Append32(b, len(deltas))
			for v := range deltas {
				b = record.AppendFloats(b, deltas[v][:])
			}
		}
		h.Write(b) // which never fails
		b = b[:0]
	}
	h.Sum(key[:0])
	return key
}

// encode returns all levels but the mesh itself as bytes: their number, and of each the error, and of
// each primitive of triangles the number of vertices, and these.
func encode(levels []Level, m *mesh.Mesh) []byte {
	b := record.Append32(nil, len(levels)-1)
	for _, level := range levels[1:] {
		b = record.AppendFloats(b, []float32{level.Error})
		for i, indices := range level.Indices {
			if m.Primitives[i].Topology != mesh.Triangles {
				continue
			}
			b = record.Append32(b, len(indices))
			for _, vertex := range indices {
				b = record.Append32(b, int(vertex))
			}
		}
	}
	return b
}

// decode is the inverse of encode. The error tells what does not fit the mesh.
func decode(data []byte, m *mesh.Mesh) ([]Level, error) {
	r := record.NewReader(data)
	levels := []Level{FullDetail(m)}
	for n := r.Count(); len(levels)-1 < n && r.Err() == nil; {
		level := Level{Error: math.Float32frombits(r.Uint32()), Indices: make([][]uint32, len(m.Primitives))}
		if last := levels[len(levels)-1].Error; !exact.AllFinite(level.Error) || level.Error < last {
			return nil, fmt.Errorf("level %d: expected a finite error of at least %v, found %v", len(levels), last,
				level.Error)
		}
		for i := range m.Primitives {
			p := &m.Primitives[i]
			if p.Topology != mesh.Triangles {
				level.Indices[i] = p.Indices
				continue
			}
			vertices := r.Ints(r.Count())
			if len(vertices)%3 != 0 {
				return nil, fmt.Errorf("level %d: primitive %d: expected vertices of triangles, found %d", len(levels), i,
					len(vertices))
			}
			level.Indices[i] = make([]uint32, len(vertices))
			for k, vertex := range vertices {
				if vertex < 0 || int(vertex) >= len(p.Positions) {
					return nil, fmt.Errorf("level %d: primitive %d: expected vertices of 0 to %d, found %d", len(levels), i,
						len(p.Positions)-1, vertex)
				}
				level.Indices[i][k] = uint32(vertex)
			}
		}
		levels = append(levels, level)
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	if len(r.Data) > 0 {
		return nil, fmt.Errorf("expected the end at byte %d, found %d bytes more", r.At(), len(r.Data))
	}
	return levels, nil
}
