package render

import (
	"slices"
	"sync"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/derived"
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
	key     decimate.Key
	coarser []decimate.Level
	indices int // in all
}

// levelsOf returns the levels of a mesh: those of the process, those of a store, which may be nil,
// or new ones, unless goOn returns false meanwhile. The error is that of the store, which need not
// mean that there are none.
func levelsOf(m *mesh.Mesh, store derived.Store, goOn func() bool) ([]decimate.Level, error) {
	return kept.levels(m, func(m *mesh.Mesh, key decimate.Key) ([]decimate.Level, error) {
		return decimate.KeptLevels(store, key, m, goOn)
	})
}

// levels returns the levels of a mesh: those that are kept, or what work makes or reads, with its
// error, which need not mean that there are none.
func (k *keptLevels) levels(m *mesh.Mesh, work func(*mesh.Mesh, decimate.Key) ([]decimate.Level, error)) (
	[]decimate.Level, error,
) {
	key := decimate.KeyOf(m)
	if coarser := k.find(key); coarser != nil {
		levels := []decimate.Level{decimate.FullDetail(m)}
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
	levels, err := work(m, key)
	if len(levels) > 1 {
		k.keep(key, m, levels[1:])
	}
	return levels, err
}

// find returns the levels that are kept of a mesh, or nil.
func (k *keptLevels) find(key decimate.Key) []decimate.Level {
	k.lock.Lock()
	defer k.lock.Unlock()
	i := slices.IndexFunc(k.list, func(l madeLevels) bool { return l.key == key })
	if i < 0 {
		return nil
	}
	found := k.list[i]
	k.list = append(slices.Delete(k.list, i, i+1), found)
	return found.coarser
}

// keep keeps levels of a mesh, and lets go what was asked for longest ago, if there are too many.
// Levels that alone are too many are not kept, and nothing is let go for them.
func (k *keptLevels) keep(key decimate.Key, m *mesh.Mesh, coarser []decimate.Level) {
	made := madeLevels{key: key}
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
	if made.indices > k.most {
		return
	}
	k.lock.Lock()
	defer k.lock.Unlock()
	k.list = slices.DeleteFunc(k.list, func(l madeLevels) bool { return l.key == key }) // another one made them too
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
