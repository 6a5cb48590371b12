package assets

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Keys is the table of the keys of a library's assets at one moment. It is immutable. As text,
// which is a string in JSON, it lists the assets with their IDs, to be saved beside what has IDs;
// [Library.MapKeys] finds the assets again in another process.
type Keys assetkeys.Table

// keyCache holds the keys of a library.
type keyCache struct {
	table   untyped.Pointer // to the Keys
	version atomic.Uint64   // of the library, for which the table holds
	making  sync.Mutex
	// content holds the hashes of what assets are, by pointer, to be hashed once.
	content map[any]contentOf
}

// contentOf is the hash of an asset, or of a clip with its baked form.
type contentOf struct {
	baked *bake.BakedClip
	key   id.Key
}

// version returns a number that grows with each change of what keys are made of.
func (l *Library) version() uint64 {
	return l.changes + l.skeletons.changes + l.motions.changes + l.skins.changes + l.meshes.changes +
		l.materials.changes + l.images.changes + l.models.changes + l.masks.changes + l.curves.changes +
		l.graphs.changes + l.modifiers.changes
}

// Keys returns the keys of all assets that the library has now. The first call after assets were
// added hashes their contents, some milliseconds for each megabyte of baked clips; a program that
// saves snapshots calls it once after loading. It is safe for concurrent use, as look-ups are.
func (l *Library) Keys() *Keys {
	if l == nil {
		return nil
	}
	version := l.version()
	if table := untyped.Load[Keys](&l.keys.table); table != nil && l.keys.version.Load() == version {
		return table
	}
	l.keys.making.Lock()
	defer l.keys.making.Unlock()
	if table := untyped.Load[Keys](&l.keys.table); table != nil && l.keys.version.Load() == version {
		return table
	}
	table := (*Keys)(l.makeKeys())
	l.keys.version.Store(0) // no version: a library with assets has had changes
	untyped.Store(&l.keys.table, table)
	l.keys.version.Store(version)
	return table
}

// Key returns the key of an asset by its ID, which is of any type of package id, or the zero Key if
// the ID names nothing. Assets of equal kind, name and content have equal keys in every library, on
// every machine. If a library has several of them, the first one has that key; the others have keys
// of their own, in the order of loading.
//
// The content of a clip is what frames sample: its baked form, or its keys if it has none. The name
// of a skeleton does not count, nor the skeleton's levels of detail. A model is its nodes, its
// bounds and its skeleton, so that a server that leaves out the meshes has the same keys.
func (l *Library) Key(of any) id.Key {
	if l == nil {
		return id.Key{}
	}
	kind, number, ok := kindAndNumber(of)
	if !ok {
		return id.Key{}
	}
	if e := (*assetkeys.Table)(l.Keys()).Of(kind, number); e != nil {
		return e.Key
	}
	return id.Key{}
}

// kindAndNumber returns the kind and the number of an ID of any type.
func kindAndNumber(of any) (kind assetkeys.Kind, number uint32, ok bool) {
	if kind, ok = assetkeys.KindOf(reflect.TypeOf(of)); ok {
		number = uint32(reflect.ValueOf(of).Uint())
	}
	return kind, number, ok
}

// keyMaker makes the keys of a library.
type keyMaker struct {
	library   *Library
	content   map[any]contentOf // of the assets that the library has now
	skeletons map[*Skeleton]id.Key
	of        [assetkeys.Kinds]map[uint32]id.Key // by ID
}

// makeKeys returns the table of the library's keys.
func (l *Library) makeKeys() *assetkeys.Table {
	k := &keyMaker{library: l, content: map[any]contentOf{}, skeletons: map[*Skeleton]id.Key{}}
	var of [assetkeys.Kinds]func() []assetkeys.Entry
	now := func(kind assetkeys.Kind, entries []assetkeys.Entry) {
		of[kind] = func() []assetkeys.Entry { return entries }
	}
	now(assetkeys.Skeleton, keysOf(k, assetkeys.Skeleton, &l.skeletons, func(_ SkeletonID, s *Skeleton) named {
		return named{name: s.Name(), key: skeletonContent(s)}
	}))
	for i := range l.skeletons.entries {
		if s := l.skeletons.entries[i].asset; s != nil {
			if _, known := k.skeletons[s]; !known {
				k.skeletons[s] = k.of[assetkeys.Skeleton][uint32(idAt(&l.skeletons, i))]
			}
		}
	}
	clips := map[id.Motion]bool{}
	for _, id := range l.clipIDs() {
		clips[id] = true
	}
	entries := keysOf(k, assetkeys.Motion, &l.motions, func(of id.Motion, a *motion.Asset) named {
		if !clips[of] {
			return named{}
		}
		var baked *bake.BakedClip
		if forms := l.forms(of); forms != nil {
			if forms.content != (id.Key{}) { // it left the memory once, and comes back as it was
				return named{"clip", a.Name, a.Skeleton, forms.content, nil}
			}
			baked = forms.clip
		}
		return named{"clip", a.Name, a.Skeleton, k.once(a.Clip, baked, func() id.Key {
			return clipContent(a.Clip, baked)
		}), nil}
	})
	entries = append(entries, keysOf(k, assetkeys.Motion, &l.motions, func(of id.Motion, a *motion.Asset) named {
		if clips[of] {
			return named{}
		}
		refers := []id.Key{k.key(assetkeys.Motion, uint32(a.Single))}
		for _, part := range a.Parts {
			refers = append(refers, k.key(assetkeys.Motion, uint32(part.Clip)))
		}
		return named{a.Kind, a.Name, a.Skeleton, motionContent(a), refers}
	})...)
	now(assetkeys.Motion, entries)
	now(assetkeys.Skin, keysOf(k, assetkeys.Skin, &l.skins, func(_ id.Skin, s *rig.Skin) named {
		return named{"skin", s.Name(), s.Skeleton(), k.once(s, nil, func() id.Key { return skinContent(s) }), nil}
	}))
	now(assetkeys.Mask, keysOf(k, assetkeys.Mask, &l.masks, func(_ id.Mask, m *rig.Mask) named {
		return named{"mask", m.Name(), m.Skeleton(), k.once(m, nil, func() id.Key { return maskContent(m) }), nil}
	}))
	now(assetkeys.Curve, keysOf(k, assetkeys.Curve, &l.curves, func(_ id.Curve, c *clip.Curve) named {
		return named{name: c.Name(), key: k.once(c, nil, func() id.Key { return curveContent(c) })}
	}))
	now(assetkeys.Graph, keysOf(k, assetkeys.Graph, &l.graphs, func(_ id.Graph, g *machine.Graph) named {
		return named{
			"graph", g.Name(), g.Skeleton(), k.once(g, nil, func() id.Key { return graphContent(g) }), k.graphRefers(g),
		}
	}))
	now(assetkeys.ModifierStack, keysOf(k, assetkeys.ModifierStack, &l.modifiers,
		func(_ id.ModifierStack, s *stack.Stack) named {
			return named{
				"modifier stack", s.Name(), s.Skeleton(), k.once(s, nil, func() id.Key { return stackContent(s) }), nil,
			}
		}))
	now(assetkeys.Model, keysOf(k, assetkeys.Model, &l.models, func(_ id.Model, m *Model) named {
		return named{
			"model", m.Name, l.Skeleton(m.Skeleton), k.once(m, nil, func() id.Key { return modelContent(m) }), nil,
		}
	}))
	l.drawnKeys(k, &of)
	l.keys.content = k.content
	return assetkeys.New(of, k.levels())
}

// drawnKeys sets what makes the keys of meshes, materials and images, of those that the library has
// now.
func (l *Library) drawnKeys(k *keyMaker, of *[assetkeys.Kinds]func() []assetkeys.Entry) {
	drawn := &Library{
		meshes:    table[id.Mesh, *mesh.Mesh]{entries: slices.Clone(l.meshes.entries)},
		materials: table[id.Material, *mesh.Material]{entries: slices.Clone(l.materials.entries)},
		images:    table[id.Image, *mesh.Image]{entries: slices.Clone(l.images.entries)},
	}
	of[assetkeys.Image] = func() []assetkeys.Entry {
		return keysOf(k, assetkeys.Image, &drawn.images, func(_ id.Image, i *mesh.Image) named {
			return named{name: i.Name, key: imageContent(i)}
		})
	}
	of[assetkeys.Material] = func() []assetkeys.Entry {
		return keysOf(k, assetkeys.Material, &drawn.materials, func(_ id.Material, m *mesh.Material) named {
			return named{name: m.Name, key: drawn.materialContent(m)}
		})
	}
	of[assetkeys.Mesh] = func() []assetkeys.Entry {
		return keysOf(k, assetkeys.Mesh, &drawn.meshes, func(_ id.Mesh, m *mesh.Mesh) named {
			return named{name: m.Name, key: drawn.meshContent(m)}
		})
	}
}

// named is what the key of an asset is made of. A zero key leaves the asset out.
type named struct {
	noun, name string
	skeleton   *Skeleton
	key        id.Key   // of the content
	refers     []id.Key // the keys of the assets that it refers to
}

// keysOf returns the entries of a table.
func keysOf[I ~uint32, P any](k *keyMaker, kind assetkeys.Kind, t *table[I, P],
	describe func(I, P) named,
) (entries []assetkeys.Entry) {
	if k.of[kind] == nil {
		k.of[kind] = map[uint32]id.Key{}
	}
	equal := map[id.Key]int{}
	for i, e := range t.entries {
		if isNone(e.asset) {
			continue
		}
		number := idAt(t, i)
		n := describe(number, e.asset)
		if n.key == (id.Key{}) {
			continue
		}
		entry := assetkeys.Entry{Kind: kind, Key: n.key, ID: uint32(number), Noun: n.noun, Name: n.name}
		if entry.Noun == "" {
			entry.Noun = kind.String()
		}
		if n.skeleton != nil {
			entry.Skeleton = n.skeleton.Name()
			of, known := k.skeletons[n.skeleton]
			if !known {
				of = skeletonContent(n.skeleton)
			}
			n.refers = append(n.refers, of)
		}
		if len(n.refers) > 0 {
			entry.Key = combined(entry.Key, n.refers)
		}
		first := entry.Key
		if equal[first] > 0 {
			entry.Key = again(first, equal[first])
		}
		equal[first]++
		k.of[kind][entry.ID] = entry.Key
		entries = append(entries, entry)
	}
	return entries
}

// combined returns the key of an asset of a content that refers to others.
func combined(content id.Key, refers []id.Key) id.Key {
	h := newContentHasher("with")
	h.keys(content)
	h.keys(refers...)
	return h.key()
}

// again returns the key of an asset that has n equal ones before it.
func again(first id.Key, n int) id.Key {
	h := newContentHasher("again")
	h.keys(first)
	h.numbers(n)
	return h.key()
}

// key returns the key of an ID, or the zero key if it names nothing.
func (k *keyMaker) key(kind assetkeys.Kind, number uint32) id.Key { return k.of[kind][number] }

// once returns the hash of the content of an asset, which is made once for each asset, and for a
// clip once for each baked form.
func (k *keyMaker) once(asset any, baked *bake.BakedClip, content func() id.Key) id.Key {
	known, ok := k.library.keys.content[asset]
	if !ok || known.baked != baked {
		known = contentOf{baked, content()}
	}
	k.content[asset] = known
	return known.key
}

// graphRefers returns the keys of what a graph refers to.
func (k *keyMaker) graphRefers(g *machine.Graph) (refers []id.Key) {
	for i := range g.Layers() {
		refers = append(refers, k.key(assetkeys.Mask, uint32(g.Layers()[i].Mask)))
	}
	for i := range g.States() {
		refers = append(refers, k.key(assetkeys.Motion, uint32(g.States()[i].Motion)))
	}
	for i := range g.AuthoredTransitions() {
		refers = append(refers, k.key(assetkeys.Curve, uint32(g.AuthoredTransitions()[i].Transition.Curve)))
	}
	return refers
}

// levels hashes the levels of detail of the skeletons, in the order of their keys.
func (k *keyMaker) levels() []byte {
	var all []id.Key
	for i := range k.library.levels {
		levels := &k.library.levels[i]
		skeleton := assetOf(&k.library.skeletons, levels.id)
		if skeleton == nil || len(levels.masks) == 0 {
			continue
		}
		var refers []id.Key
		for _, mask := range levels.masks {
			refers = append(refers, maskContent(mask))
		}
		all = append(all, combined(k.key(assetkeys.Skeleton, uint32(levels.id)), refers))
	}
	order.Stable(all, func(a, b id.Key) int { return slices.Compare(a[:], b[:]) })
	h := newContentHasher("levels")
	h.keys(all...)
	key := h.key()
	return key[:]
}
