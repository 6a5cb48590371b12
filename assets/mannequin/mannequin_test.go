package mannequin

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// stored is a model in its library.
type stored struct {
	lib   *assets.Library
	model *assets.Model
}

var storeOnce = sync.OnceValues(func() (stored, error) {
	lib := assets.NewLibrary()
	model, err := New(lib)
	return stored{lib, model}, err
})

// newModel returns a mannequin that tests share.
func newModel(t testing.TB) (*assets.Library, *assets.Model) {
	t.Helper()
	s, err := storeOnce()
	if err != nil {
		t.Fatal(err)
	}
	return s.lib, s.model
}

func TestTheSkeletonHas67NamedJointsInOrder(t *testing.T) {
	f := newFigure()
	s, err := f.skeleton()
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 67 || jointCount != 67 {
		t.Fatalf("%d joints, want 67", s.Len())
	}
	for j := range s.Len() {
		// Code and tables name joints by constants, which must be their sorted places.
		if s.Source(j) != j || s.Parent(j) >= j {
			t.Errorf("joint %d (%q) was joint %d of the list, below %d", j, s.Joint(j), s.Source(j), s.Parent(j))
		}
		if found, _ := s.Find(s.Joint(j)); found != j {
			t.Errorf("two joints are called %q", s.Joint(j))
		}
	}
	for name, want := range map[string]joint{
		"root": root, "hips": hips, "spine_4": spine4, "head": head, "left_clavicle": clavicle, "left_upper_arm": upperArm,
		"left_forearm_twist": forearmTwist, "left_hand": hand, "left_index_metacarpal": index, "left_pinky_3": pinky + 3,
		"left_thumb_1": thumb, "left_thigh": thigh, "left_toe": toe, "right_clavicle": clavicle.on(right), "right_thumb_3": (thumb + 2).on(right),
		"right_thigh": thigh.on(right), "right_toe": toe.on(right),
	} {
		if j, ok := s.Find(name); !ok || joint(j) != want {
			t.Errorf("%q is joint %d, want %d", name, j, want)
		}
	}
}

func TestTheSidesAreMirrorImages(t *testing.T) {
	f := newFigure()
	for j := root; int(j) < jointCount; j++ {
		if strings.HasPrefix(f.bones[j].name, "right") {
			continue
		}
		p, q := f.position[j].mirrored(), f.position[j.on(right)]
		if p.sub(q).length() > 1e-12 {
			t.Errorf("%s is at %v, its mirror image at %v", f.bones[j].name, p, q)
		}
		// Bones run and bend alike: y and z axes are mirror images, x axes are turned about as well.
		for axis, v := range map[string]vector{"y": {y: 1}, "z": {z: 1}} {
			if a, b := f.rotation[j].apply(v).mirrored(), f.rotation[j.on(right)].apply(v); a.sub(b).length() > 1e-12 {
				t.Errorf("%s: %s axis %v, that of its mirror image %v", f.bones[j].name, axis, a, b)
			}
		}
	}
}

func TestBonesRunAlongTheirYAxes(t *testing.T) {
	f := newFigure()
	for child, parent := range map[joint]joint{
		spine2: spine1, spine4: spine3, neck1: spine4, head: neck2, upperArm: clavicle, forearm: upperArm, hand: forearm, shin: thigh,
		foot: shin, toe: foot, index + 1: index, index + 3: index + 2, thumb + 1: thumb,
	} {
		along := f.position[child].sub(f.position[parent]).unit()
		if got := f.rotation[parent].apply(vector{y: 1}); got.sub(along).length() > 1e-12 {
			t.Errorf("%s: y axis %v, want %v to %s", f.bones[parent].name, got, along, f.bones[child].name)
		}
	}
}

func TestTheFigureStandsOnTheGroundAndIs180Tall(t *testing.T) {
	lib, model := newModel(t)
	if b := model.Bounds; math.Abs(float64(b.Max[1])-1.8) > 0.005 || b.Min[1] < -0.0005 || b.Min[1] > 0.002 {
		t.Errorf("from %v to %v, want 0 to 1.8 m", b.Min[1], b.Max[1])
	}
	if b := model.Bounds; math.Abs(float64(b.Min[0]+b.Max[0])) > 1e-3 || b.Max[2] < -b.Min[2] {
		t.Errorf("bounds %v: it does not face +Z", b)
	}
	mesh := lib.Mesh(model.Parts[0].Mesh)
	if len(mesh.Primitives) != int(paintCount) {
		t.Fatalf("%d primitives, want %d", len(mesh.Primitives), paintCount)
	}
	for i, p := range mesh.Primitives {
		if m := lib.Material(p.Material); m == nil || m.Name != materials[i].Name {
			t.Errorf("primitive %d has material %+v", i, m)
		}
		for v, n := range p.Normals {
			if math.Abs(float64(n.Len())-1) > 1e-6 {
				t.Fatalf("primitive %d: normal %d has length %v", i, v, n.Len())
			}
		}
	}
}

// bits is a hash over every number of the model: joints, mesh, weights, keys.
func bits(lib *assets.Library, model *assets.Model) uint64 {
	h := fnv.New64a()
	add := func(values ...any) {
		for _, v := range values {
			if err := binary.Write(h, binary.LittleEndian, v); err != nil {
				panic(err)
			}
		}
	}
	s := lib.Skeleton(model.Skeleton)
	add(s.Parents(), s.RestLocals(), lib.Skin(model.Skins[0]).InverseBinds())
	for _, p := range lib.Mesh(model.Parts[0].Mesh).Primitives {
		add(p.Positions, p.Normals, p.Colors, p.Joints, p.Weights, p.Indices)
	}
	for _, id := range model.Clips {
		for _, track := range lib.Clip(id).Tracks() {
			add(int32(track.Joint), int32(track.Property), track.Track.Times(), track.Track.Values())
		}
	}
	return h.Sum64()
}

// wantBits is what every machine makes.
const wantBits = 0xb53f1808a424d8a4

func TestEveryMachineMakesTheSameBits(t *testing.T) {
	lib, model := newModel(t)
	first := bits(lib, model)
	other := assets.NewLibrary()
	again, err := New(other)
	if err != nil {
		t.Fatal(err)
	}
	if second := bits(other, again); first != second {
		t.Fatalf("two mannequins differ: %#x and %#x", first, second)
	}
	if first != wantBits {
		t.Errorf("bits %#x, want %#x: if the figure was changed on purpose, put the new number here", first, uint64(wantBits))
	}
}

func TestRemovingTheModelLeavesNothing(t *testing.T) {
	lib := assets.NewLibrary()
	model, err := New(lib)
	if err != nil {
		t.Fatal(err)
	}
	if !lib.RemoveModel(model.ID) || lib.Count() != (assets.Count{}) {
		t.Errorf("left: %+v", lib.Count())
	}
}
