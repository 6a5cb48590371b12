package assets

import (
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"reflect"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/blendspace/mixer"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching/search"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/sha256"
	"github.com/sinew-go/sinew/internal/solving"
)

// contentHasher hashes what an asset is, without the assets that it refers to: SHA-256 over numbers
// of 8 bytes and over texts and lists, each after its length, all little-endian.
type contentHasher struct {
	hash   hash.Hash
	buffer []byte
}

func newContentHasher(noun string) *contentHasher {
	h := &contentHasher{hash: sha256.New()}
	h.texts(noun)
	return h
}

// key returns the first bytes of the hash.
func (h *contentHasher) key() (key id.Key) {
	h.flush()
	copy(key[:], h.hash.Sum(h.buffer[:0]))
	return key
}

func (h *contentHasher) flush() {
	h.hash.Write(h.buffer)
	h.buffer = h.buffer[:0]
}

// room flushes the buffer when it is long.
func (h *contentHasher) room() {
	if len(h.buffer) > 1<<13 {
		h.flush()
	}
}

func (h *contentHasher) numbers(list ...int) {
	for _, n := range list {
		h.integers(uint64(int64(n)))
	}
}

func (h *contentHasher) integers(n uint64) {
	h.buffer = binary.LittleEndian.AppendUint64(h.buffer, n)
	h.room()
}

func (h *contentHasher) flags(list ...bool) {
	for _, flag := range list {
		n := 0
		if flag {
			n = 1
		}
		h.numbers(n)
	}
}

func (h *contentHasher) floats64(list ...float64) {
	for _, v := range list {
		h.buffer = binary.LittleEndian.AppendUint64(h.buffer, math.Float64bits(v))
	}
	h.room()
}

// floats hashes the bits of numbers, after how many there are.
func (h *contentHasher) floats(list []float32) {
	h.numbers(len(list))
	h.bits(list)
}

// bits hashes the bits of numbers.
func (h *contentHasher) bits(list []float32) {
	for _, v := range list {
		h.buffer = binary.LittleEndian.AppendUint32(h.buffer, math.Float32bits(v))
		if len(h.buffer) > 1<<13 {
			h.flush()
		}
	}
}

func (h *contentHasher) texts(list ...string) {
	for _, text := range list {
		h.numbers(len(text))
		h.buffer = append(h.buffer, text...)
		h.room()
	}
}

func (h *contentHasher) bytes(b []byte) {
	h.numbers(len(b))
	h.flush()
	h.hash.Write(b)
}

func (h *contentHasher) keys(list ...id.Key) {
	for _, key := range list {
		h.buffer = append(h.buffer, key[:]...)
	}
	h.room()
}

// skeletonContent hashes a skeleton. Its name does not count: it is that of the file that was read
// first, of several with this skeleton.
func skeletonContent(s *Skeleton) id.Key {
	h := newContentHasher("skeleton")
	h.numbers(s.Len())
	for joint, parent := range s.Parents() {
		h.texts(s.JointName(joint))
		h.numbers(int(parent), s.Source(joint))
		h.floats64(s.VertexDistance(joint))
	}
	h.floats(s.RestLocals())
	h.floats(s.RestMorphs())
	for _, c := range s.MorphChannels() {
		h.numbers(c.Joint, c.Offset, c.Count)
	}
	h.numbers(len(s.VisibilityChannels()))
	for _, c := range s.VisibilityChannels() {
		h.numbers(c.Joint, c.Offset)
	}
	h.numbers(len(s.MaterialChannels()))
	for _, c := range s.MaterialChannels() {
		h.texts(c.Material)
		h.numbers(c.Joint, int(c.Property), c.Offset, c.Count)
	}
	for _, influences := range s.OuterVertices() {
		h.numbers(len(influences))
		for _, v := range influences {
			h.numbers(v.Joint)
			h.floats([]float32{v.Position[0], v.Position[1], v.Position[2], v.Weight})
		}
	}
	return h.key()
}

// clipContent hashes a clip as frames sample it: by its baked form, or by its keys if it has none.
func clipContent(c *Clip, baked *bake.BakedClip) id.Key {
	h := newContentHasher("clip")
	h.texts(c.Name())
	h.floats64(c.Start(), c.End())
	h.flags(c.Additive())
	h.floats(c.BaseLocals())
	mode, limit, ok := c.PlayMode()
	h.flags(ok)
	h.numbers(int(mode), int(limit))
	h.markers(c.Markers())
	root := c.RootMotion()
	if h.flags(root != nil); root != nil {
		h.numbers(root.Joint(), int(root.Up()), len(root.Times()))
		h.floats64(root.Times()...)
		for _, m := range root.Motions() {
			h.texts(fmt.Sprintf("%+v", m))
		}
	}
	if h.flags(baked != nil); baked != nil {
		data, err := baked.AppendBinary(nil)
		h.flags(err != nil)
		h.bytes(data)
		return h.key()
	}
	h.numbers(len(c.Tracks()))
	for _, t := range c.Tracks() {
		h.numbers(t.Joint, int(t.Property), t.Channel, int(t.Track.Interpolation()), t.Track.Width())
		h.floats(t.Track.Times())
		h.floats(t.Track.Values())
	}
	return h.key()
}

func (h *contentHasher) markers(list []clip.Marker) {
	h.numbers(len(list))
	for _, m := range list {
		h.texts(m.Name, m.Text)
		h.floats64(m.Time, m.Number, float64(m.MinWeight))
	}
}

// motionContent hashes a motion that is no clip, as far as it describes itself: what the code of a
// program's own motion does is not known.
func motionContent(a *motion.Asset) id.Key {
	h := newContentHasher("motion")
	h.texts(a.Kind, a.Name)
	h.numbers(int(a.Dimensions), len(a.Parts))
	h.flags(a.Additive, a.Single != 0)
	h.floats64(a.Span.Start, a.Span.End, a.Seconds)
	for _, part := range a.Parts {
		h.floats([]float32{part.X, part.Y})
	}
	switch m := a.Motion.(type) {
	case *mixer.Space:
		h.space(m)
	case *search.Database:
		h.database(m)
	}
	return h.key()
}

func (h *contentHasher) space(space *mixer.Space) {
	d := space.Definition()
	h.numbers(int(d.Method), len(d.Samples))
	h.flags(d.SyncByMarkers, d.AlignStarts)
	h.texts(d.MarkerNames...)
	for _, s := range d.Samples {
		h.floats([]float32{s.X, s.Y})
		h.floats64(s.Speed)
		h.flags(s.OwnMarkers, s.SyncByTime)
		h.markers(s.Markers)
	}
}

// database hashes what frames a database has and what is compared. What a function of the program
// returns is known by its spread.
func (h *contentHasher) database(d *search.Database) {
	ranges := d.Ranges()
	h.numbers(d.Frames(), len(ranges), len(d.Features()))
	h.floats64(d.Rate())
	h.floats64(d.Times()...)
	parts := d.Describe().Parts // whose clips are hashed already
	for _, r := range ranges {
		h.floats64(r.From, r.To, r.SkipStart, r.SkipEnd)
		h.numbers(slices.IndexFunc(parts, func(p motion.Part) bool { return p.Clip == r.Clip }), len(r.Tags))
		h.texts(r.Tags...)
		h.flags(r.Loop)
	}
	for _, f := range d.Features() {
		h.texts(f.Name)
		h.numbers(f.Width)
		h.floats([]float32{f.Weight})
		h.floats64(f.Spread)
	}
}

func skinContent(s *rig.Skin) id.Key {
	h := newContentHasher("skin")
	h.texts(s.Name())
	h.numbers(s.Len())
	for _, joint := range s.Joints() {
		h.numbers(int(joint))
	}
	h.floats(s.InverseBinds())
	return h.key()
}

func maskContent(m *rig.Mask) id.Key {
	h := newContentHasher("mask")
	h.texts(m.Name())
	h.floats(m.Rows())
	return h.key()
}

// curveValues is the number of values that a [clip.Curve] has.
const curveValues = 257

func curveContent(c *clip.Curve) id.Key {
	h := newContentHasher("curve")
	h.texts(c.Name())
	var values [curveValues]float32
	for i := range values {
		values[i] = c.At(float32(i) / (curveValues - 1))
	}
	h.floats(values[:])
	return h.key()
}

// graphContent hashes a graph by its document, which names what it plays.
func graphContent(g *machine.Graph) id.Key {
	h := newContentHasher("graph")
	h.texts(g.Name())
	var document any
	var err error
	source := machine.SourceOf(g)
	if source != nil {
		document, err = source.Content()
	}
	h.flags(source == nil || err != nil)
	if source != nil && err == nil {
		h.settings(reflect.ValueOf(document))
	}
	for i := range g.States() {
		h.floats64(g.States()[i].Duration)
	}
	return h.key()
}

// stackContent hashes a stack by the settings of its solvers. A solver that is a function of the
// program counts as one: what it does is not known.
func stackContent(s *stack.Stack) id.Key {
	h := newContentHasher("modifier stack")
	h.texts(s.Name())
	h.texts(s.Goals()...)
	for _, solver := range (*solving.Stack)(s).Settings() {
		h.texts(fmt.Sprint(solver.Kind), fmt.Sprint(solver.Goal))
		h.flags(solver.Settings == nil)
		h.settings(reflect.ValueOf(solver.Settings))
	}
	return h.key()
}

// settings hashes the exported and embedded fields of a struct in their order, lists after their
// lengths. It does not use encoding/json, which would then be in every program with a graph.
func (h *contentHasher) settings(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		h.flags(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		h.integers(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		h.integers(v.Uint())
	case reflect.Float32, reflect.Float64:
		h.floats64(v.Float())
	case reflect.String:
		h.texts(v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || f.Anonymous {
				h.settings(v.Field(i))
			}
		}
	case reflect.Array, reflect.Slice:
		h.numbers(v.Len())
		for i := range v.Len() {
			h.settings(v.Index(i))
		}
	case reflect.Pointer, reflect.Interface:
		h.flags(v.IsNil())
		if !v.IsNil() {
			h.integers(uint64(v.Elem().Kind()))
			h.settings(v.Elem())
		}
	default: // such as a function of the program: what it does is not known
		h.texts(v.Kind().String())
	}
}

// modelContent hashes what a model is without its meshes, which a server may leave out: its nodes
// and its bounds.
func modelContent(m *Model) id.Key {
	h := newContentHasher("model")
	h.texts(m.Name)
	h.floats(m.Bounds.Min[:])
	h.floats(m.Bounds.Max[:])
	for i := range m.Nodes {
		n := &m.Nodes[i]
		h.texts(n.Name)
		h.numbers(n.Parent, n.Joint)
		h.flags(n.IsJoint, n.Hidden)
		if n.Extra { // which few nodes are, so that the keys of other models stay as they were
			h.texts("extra")
		}
		h.floats(n.Offset[:])
	}
	return h.key()
}

func imageContent(i *mesh.Image) id.Key {
	h := newContentHasher("image")
	h.texts(i.Name)
	if i.Pixels != nil || i.Width != 0 || i.Height != 0 {
		h.numbers(i.Width, i.Height, 4*i.Width) // the last are the bytes of a row
		h.bytes(i.Pixels)
	}
	return h.key()
}

// materialContent hashes a material with the names of its images.
func (l *Library) materialContent(m *mesh.Material) id.Key {
	h := newContentHasher("material")
	h.texts(m.Name)
	h.floats(m.BaseColor[:])
	h.floats(m.Emissive[:])
	h.floats([]float32{m.Metallic, m.Roughness, m.NormalScale, m.OcclusionStrength, m.AlphaCutoff})
	h.numbers(int(m.AlphaMode))
	h.flags(m.DoubleSided, m.Unlit)
	for _, t := range m.Textures() {
		if image := l.Image(t.Image); image != nil {
			h.texts(image.Name)
		}
		h.numbers(t.TexCoord, int(t.WrapU), int(t.WrapV))
		h.flags(t.Nearest)
		h.floats(t.Transform[:])
	}
	if t := m.Toon; t != nil { // nothing is hashed without, so that keys of other materials stay
		for _, texture := range t.Textures() {
			h.flags(texture != nil)
		}
		for _, color := range []mgl32.Vec3{t.ShadeColor, t.RimColor, t.MatcapColor, t.OutlineColor} {
			h.floats(color[:])
		}
		h.floats([]float32{
			t.ShadingShift, t.ShadingShiftScale, t.ShadingToony, t.GIEqualization, t.RimFresnelPower, t.RimLift,
			t.RimLightingMix, t.OutlineWidth, t.OutlineLightingMix, t.Scroll[0], t.Scroll[1], t.Spin,
		})
		h.flags(t.OutlineInScreen, t.WritesDepth)
		h.numbers(t.QueueOffset)
	}
	return h.key()
}

// meshContent hashes a mesh with its materials.
func (l *Library) meshContent(m *mesh.Mesh) id.Key {
	h := newContentHasher("mesh")
	h.texts(m.Name)
	h.texts(m.TargetNames...)
	h.floats(m.Weights)
	for i := range m.Primitives {
		p := &m.Primitives[i]
		if material := l.Material(p.Material); material != nil {
			h.keys(l.materialContent(material))
		}
		h.numbers(p.Source, p.Influences)
		if p.Topology != mesh.Triangles { // so that the keys of others stay as they were
			h.numbers(int(p.Topology))
		}
		h.vectors3(p.Positions)
		h.vectors3(p.Normals)
		h.numbers(len(p.TexCoords[0]), len(p.TexCoords[1]), len(p.Colors), len(p.Joints), len(p.Indices))
		for _, stream := range p.TexCoords {
			for _, v := range stream {
				h.bits(v[:])
			}
		}
		for _, v := range p.Colors {
			h.bits(v[:])
		}
		for _, joint := range p.Joints {
			h.numbers(int(joint))
		}
		h.floats(p.Weights)
		for _, vertex := range p.Indices {
			h.numbers(int(vertex))
		}
		for _, target := range p.Targets {
			h.vectors3(target.Positions)
			h.vectors3(target.Normals)
		}
	}
	return h.key()
}

func (h *contentHasher) vectors3(list []mgl32.Vec3) {
	h.numbers(len(list))
	for _, v := range list {
		h.bits(v[:])
	}
}
