package render

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/systems/render/internal/decimate"
)

// keptLevels keeps the levels of detail that were asked for last, for other Renderers of the
// process and for assets that are read anew: another window, a scene that is opened again. It is
// safe for concurrent use.
type keptLevels struct {
	most int // indices in all
	lock sync.Mutex
	list []madeLevels // what was asked for last is the last
}

// kept are the levels of the process: 16 MB at most.
var kept = keptLevels{most: 4 << 20}

// madeLevels is the levels of a mesh beyond full detail. Primitives that are no triangles have no
// indices in them, and nothing refers to the memory of the mesh.
type madeLevels struct {
	mesh    [sha256.Size]byte // the hash of what they are made of
	coarser []decimate.Level
	indices int // in all
}

// levels returns the levels of a mesh: those that are kept, or what work makes or reads, with its
// error, which need not mean that there are none.
func (k *keptLevels) levels(m *mesh.Mesh, work func(*mesh.Mesh) ([]decimate.Level, error)) ([]decimate.Level, error) {
	hash := hashMesh(m)
	if coarser := k.find(hash); coarser != nil {
		levels := fullDetail(m)
		for _, l := range coarser {
			l.Indices = slices.Clone(l.Indices)
			for i := range m.Primitives {
				if m.Primitives[i].Topology != mesh.Triangles {
					l.Indices[i] = m.Primitives[i].Indices
				}
			}
			levels = append(levels, l)
		}
		return levels, nil
	}
	levels, err := work(m)
	if len(levels) > 1 {
		k.keep(hash, m, levels[1:])
	}
	return levels, err
}

// find returns the levels that are kept of a mesh, or nil.
func (k *keptLevels) find(hash [sha256.Size]byte) []decimate.Level {
	k.lock.Lock()
	defer k.lock.Unlock()
	i := slices.IndexFunc(k.list, func(l madeLevels) bool { return l.mesh == hash })
	if i < 0 {
		return nil
	}
	found := k.list[i]
	k.list = append(slices.Delete(k.list, i, i+1), found)
	return found.coarser
}

// keep keeps levels of a mesh, and lets go what was asked for longest ago, if there are too many.
func (k *keptLevels) keep(hash [sha256.Size]byte, m *mesh.Mesh, coarser []decimate.Level) {
	made := madeLevels{mesh: hash}
	for _, l := range coarser {
		l.Indices = slices.Clone(l.Indices)
		for i := range l.Indices {
			if m.Primitives[i].Topology != mesh.Triangles {
				l.Indices[i] = nil
			}
			made.indices += len(l.Indices[i])
		}
		made.coarser = append(made.coarser, l)
	}
	k.lock.Lock()
	defer k.lock.Unlock()
	k.list = slices.DeleteFunc(k.list, func(l madeLevels) bool { return l.mesh == hash }) // another one made them too
	k.list = append(k.list, made)
	all := 0
	for i := range k.list {
		all += k.list[i].indices
	}
	for all > k.most {
		all -= k.list[0].indices
		k.list = slices.Delete(k.list, 0, 1)
	}
}

// hashMesh returns the hash of all that package decimate looks at.
func hashMesh(m *mesh.Mesh) (hash [sha256.Size]byte) {
	h := sha256.New()
	decimate.Hash(h, m)
	h.Sum(hash[:0])
	return hash
}
