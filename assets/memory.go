package assets

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching/search"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/texttable"
)

// Memory is how many bytes the assets of a library take, as [Library.Memory] found it. Printed, it
// is a table.
type Memory struct {
	// Library counts each asset of the library once.
	Library MemoryBytes
	// Models are the models in the library's order. An asset that several models use counts in
	// each.
	Models []ModelMemory
	// Clips are the clips in the library's order.
	Clips []ClipMemory
}

// MemoryBytes counts bytes by what they are of. Small things, such as names, skeletons and masks,
// are left out.
type MemoryBytes struct {
	Keys     int64 // of authored clips
	Frames   int64 // of baked clips, at all levels of detail
	Meshes   int64
	Pictures int64
	// Databases are the features of databases, and what finds the nearest of them.
	Databases int64
}

// Total returns the sum.
func (b MemoryBytes) Total() int64 { return b.Keys + b.Frames + b.Meshes + b.Pictures + b.Databases }

// ModelMemory is what the assets of a model take.
type ModelMemory struct {
	Model ModelID
	Name  string
	MemoryBytes
}

// ClipMemory is what a clip takes.
type ClipMemory struct {
	Clip         ClipID
	Name         string
	Keys, Frames int64 // bytes
	// Away reports that the baked form is not in memory, so that Frames is 0.
	Away bool
	// Err is why it could not be loaded when it was asked for last, or nil.
	Err error
}

// Memory counts the bytes of the library's assets: the numbers that they hold, not the room that Go
// takes for them. It is a look-up, and takes microseconds for a hundred clips.
func (l *Library) Memory() Memory {
	l = l.orNone()
	m := Memory{}
	clips := map[ClipID]ClipMemory{}
	for _, of := range l.clipIDs() {
		c := ClipMemory{Clip: of, Name: l.Clip(of).Name(), Keys: int64(l.Clip(of).Bytes()), Frames: l.frameBytes(of)}
		if forms := l.forms(of); forms != nil && forms.isAway {
			c.Away, c.Err = true, l.resident().failure(of)
		}
		clips[of], m.Clips = c, append(m.Clips, c)
		m.Library.Keys += c.Keys
		m.Library.Frames += c.Frames
	}
	for _, a := range l.Motions {
		if database, ok := a.Motion.(*search.Database); ok {
			r := database.Report()
			m.Library.Databases += int64(r.Bytes + r.IndexBytes)
		}
	}
	for i := range l.meshes.entries {
		m.Library.Meshes += meshBytes(l.meshes.entries[i].asset)
	}
	for i := range l.images.entries {
		m.Library.Pictures += imageBytes(l.images.entries[i].asset)
	}
	for i := range l.models.entries {
		if model := l.models.entries[i].asset; model != nil {
			m.Models = append(m.Models, l.modelMemory(model, clips))
		}
	}
	return m
}

// modelMemory counts the bytes of the assets that a model uses, each once.
func (l *Library) modelMemory(model *Model, clips map[ClipID]ClipMemory) ModelMemory {
	m := ModelMemory{Model: model.ID, Name: model.Name}
	for _, of := range distinctIDs(model.Clips) {
		m.Keys += clips[of].Keys
		m.Frames += clips[of].Frames
	}
	var meshes []id.Mesh
	var pictures []id.Image
	for i := range model.Parts {
		meshes = append(meshes, model.Parts[i].Mesh)
	}
	for _, of := range distinctIDs(meshes) {
		found := l.Mesh(of)
		m.Meshes += meshBytes(found)
		if found == nil {
			continue
		}
		for i := range found.Primitives {
			if material := l.Material(found.Primitives[i].Material); material != nil {
				material.WithImages(func(of id.Image) id.Image {
					pictures = append(pictures, of)
					return of
				})
			}
		}
	}
	for _, of := range distinctIDs(pictures) {
		m.Pictures += imageBytes(l.Image(of))
	}
	return m
}

// distinctIDs returns each of the IDs once, in ascending order.
func distinctIDs[I cmp.Ordered](list []I) []I {
	sorted := slices.Clone(list)
	order.Stable(sorted, cmp.Compare[I])
	return slices.Compact(sorted)
}

// frameBytes returns the bytes of the baked forms of a clip.
func (l *Library) frameBytes(of ClipID) int64 {
	forms := l.forms(of)
	if forms == nil || forms.clip == nil {
		return 0
	}
	bytes := int64(forms.clip.Bytes())
	for _, level := range forms.levels {
		bytes += int64(level.Bytes())
	}
	return bytes
}

// meshBytes returns the bytes of the streams of a mesh, which may be nil.
func meshBytes(m *mesh.Mesh) (bytes int64) {
	if m == nil {
		return 0
	}
	const vec2, vec3, vec4 = 8, 12, 16
	for i := range m.Primitives {
		p := &m.Primitives[i]
		bytes += int64(vec3*(len(p.Positions)+len(p.Normals)) + vec4*(len(p.Tangents)+len(p.Colors)) +
			vec2*(len(p.TexCoords[0])+len(p.TexCoords[1])) + 2*len(p.Joints) + 4*(len(p.Weights)+len(p.Indices)))
		for k := range p.Targets {
			t := &p.Targets[k]
			bytes += int64(vec3 * (len(t.Positions) + len(t.Normals) + len(t.Tangents)))
		}
	}
	return bytes
}

// imageBytes returns the bytes of the pixels of an image, which may be nil.
func imageBytes(i *mesh.Image) int64 {
	if i == nil {
		return 0
	}
	return int64(len(i.Pixels))
}

// String returns a table for a terminal: the bytes of each model, of the library, and of the clips,
// the largest first. Databases have a column if there are some.
func (m Memory) String() string {
	columns := []string{"bytes of", "keys", "frames", "meshes", "pictures"}
	hasDatabases := m.Library.Databases > 0
	if hasDatabases {
		columns = append(columns, "databases")
	}
	rows := [][]string{append(columns, "together", "")}
	row := func(name string, of MemoryBytes) {
		list := []string{name}
		numbers := []int64{of.Keys, of.Frames, of.Meshes, of.Pictures}
		if hasDatabases {
			numbers = append(numbers, of.Databases)
		}
		for _, n := range append(numbers, of.Total()) {
			list = append(list, strconv.FormatInt(n, 10))
		}
		rows = append(rows, append(list, ""))
	}
	for _, model := range m.Models {
		row("model "+model.Name, model.MemoryBytes)
	}
	row("library", m.Library)
	clips := slices.Clone(m.Clips)
	order.Stable(clips, func(a, b ClipMemory) int { return cmp.Compare(b.Keys+b.Frames, a.Keys+a.Frames) })
	for _, c := range clips {
		row("clip "+c.Name, MemoryBytes{Keys: c.Keys, Frames: c.Frames})
		switch last := rows[len(rows)-1]; {
		case c.Err != nil:
			last[len(last)-1] = c.Err.Error()
		case c.Away:
			last[len(last)-1] = "away"
		}
	}
	return texttable.Align(rows)
}
