package mannequin

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// stored is a model and its library.
type stored struct {
	lib   *assets.Library
	model *assets.Model
}

var storeOnce = sync.OnceValues(func() (stored, error) {
	lib := assets.NewLibrary(assets.Exact())
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

func TestSkeletonHas67NamedJointsInOrder(t *testing.T) {
	rest := posing.NewRestPose()
	s, err := rest.Skeleton("mannequin")
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 67 || posing.JointCount != 67 {
		t.Fatalf("%d joints, want 67", s.Len())
	}
	for j := range s.Len() {
		// Joint constants are indices in the skeleton, which sorts joints parents first.
		if s.Source(j) != j || s.Parent(j) >= j {
			t.Errorf("joint %d (%q) is joint %d of the list with parent %d, want the same joint and a lower parent", j,
				s.JointName(j), s.Source(j), s.Parent(j))
		}
		if found, _ := s.Find(s.JointName(j)); found != j {
			t.Errorf("two joints have the name %q", s.JointName(j))
		}
	}
	for name, want := range map[string]posing.Joint{
		"root": posing.Root, "hips": posing.Hips, "spine_4": posing.Spine4, "head": posing.Head,
		"left_clavicle":      posing.Clavicle,
		"left_upper_arm":     posing.UpperArm,
		"left_forearm_twist": posing.ForearmTwist, "left_hand": posing.Hand, "left_index_metacarpal": posing.Index,
		"left_pinky_3": posing.Pinky + 3,
		"left_thumb_1": posing.Thumb, "left_thigh": posing.Thigh, "left_toe": posing.Toe,
		"right_clavicle": posing.Clavicle.On(posing.Right),
		"right_thumb_3":  (posing.Thumb + 2).On(posing.Right),
		"right_thigh":    posing.Thigh.On(posing.Right), "right_toe": posing.Toe.On(posing.Right),
	} {
		if j, ok := s.Find(name); !ok || posing.Joint(j) != want {
			t.Errorf("%q is joint %d, want %d", name, j, want)
		}
	}
}

func TestSidesAreMirrorImages(t *testing.T) {
	rest := posing.NewRestPose()
	for j := posing.Root; int(j) < posing.JointCount; j++ {
		if strings.HasPrefix(rest.Bones[j].Name, "right") {
			continue
		}
		p, q := posing.MirroredPoint(rest.Position[j]), rest.Position[j.On(posing.Right)]
		if p.Sub(q).Length() > 1e-12 {
			t.Errorf("%s: the mirrored position is %v, the position of the right joint %v", rest.Bones[j].Name, p, q)
		}
		// The y and z axes are mirror images; the x axis is negated besides.
		for axis, v := range map[string]exact.Vec3{"y": {0, 1, 0}, "z": {0, 0, 1}} {
			if a, b := posing.MirroredPoint(posing.Rotate(rest.Rotation[j],
				v)), posing.Rotate(rest.Rotation[j.On(posing.Right)],
				v); a.Sub(b).Length() > 1e-12 {
				t.Errorf("%s: the mirrored %s axis is %v, the axis of the right joint %v",
					rest.Bones[j].Name, axis, a, b)
			}
		}
	}
}

func TestYAxesPointAlongBones(t *testing.T) {
	rest := posing.NewRestPose()
	for child, parent := range map[posing.Joint]posing.Joint{
		posing.Spine2: posing.Spine1, posing.Spine4: posing.Spine3, posing.Neck1: posing.Spine4, posing.Head: posing.Neck2,
		posing.UpperArm: posing.Clavicle, posing.Forearm: posing.UpperArm,
		posing.Hand: posing.Forearm, posing.Shin: posing.Thigh,
		posing.Foot: posing.Shin, posing.Toe: posing.Foot, posing.Index + 1: posing.Index, posing.Index +
			3: posing.Index + 2, posing.Thumb + 1: posing.Thumb,
	} {
		along := rest.Position[child].Sub(rest.Position[parent]).Normalized()
		if got := posing.Rotate(rest.Rotation[parent], exact.Vec3{0, 1, 0}); got.Sub(along).Length() > 1e-12 {
			t.Errorf("%s: y axis %v, want %v to %s", rest.Bones[parent].Name, got, along, rest.Bones[child].Name)
		}
	}
}

func TestBodyStandsOnTheGroundAndIs180CentimetersTall(t *testing.T) {
	lib, model := newModel(t)
	if b := model.Bounds; math.Abs(float64(b.Max[1])-1.8) > 0.005 || b.Min[1] < -0.0005 || b.Min[1] > 0.002 {
		t.Errorf("the body reaches from %v m to %v m, want 0 to 1.8", b.Min[1], b.Max[1])
	}
	if b := model.Bounds; math.Abs(float64(b.Min[0]+b.Max[0])) > 1e-3 || b.Max[2] < -b.Min[2] {
		t.Errorf("bounds %v: want a symmetric body that faces +Z", b)
	}
	mesh := lib.Mesh(model.Parts[0].Mesh)
	if len(mesh.Primitives) != int(paintCount) {
		t.Fatalf("%d primitives, want %d", len(mesh.Primitives), paintCount)
	}
	for i, p := range mesh.Primitives {
		if m := lib.Material(p.Material); m == nil || m.Name != materials[i].Name {
			t.Errorf("primitive %d has material %+v, want %q", i, m, materials[i].Name)
		}
		for v, n := range p.Normals {
			if math.Abs(float64(n.Len())-1) > 1e-6 {
				t.Fatalf("primitive %d: normal %d has length %v, want 1", i, v, n.Len())
			}
		}
	}
}

// bits returns a hash of every number of the model: joints, mesh, weights and keys.
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

// wantBits is the hash of the model on every machine.
const wantBits = 0x6d75ef1fe4fd5c7c

func TestEveryMachineComputesTheSameBits(t *testing.T) {
	lib, model := newModel(t)
	first := bits(lib, model)
	other := assets.NewLibrary(assets.Exact())
	again, err := New(other)
	if err != nil {
		t.Fatal(err)
	}
	if second := bits(other, again); first != second {
		t.Fatalf("two mannequins have different hashes: %#x and %#x", first, second)
	}
	if first != wantBits {
		t.Errorf("bits %#x, want %#x: after an intended change of the character, store the new hash here",
			first, uint64(wantBits))
	}
}

func TestRemovingTheModelEmptiesTheLibrary(t *testing.T) {
	lib := assets.NewLibrary(assets.Exact())
	model, err := New(lib)
	if err != nil {
		t.Fatal(err)
	}
	if !lib.RemoveModel(model.ID) || lib.Count() != (assets.Count{}) {
		t.Errorf("the library still has %+v", lib.Count())
	}
}

// A nil library is an error.
func TestNoLibrary(t *testing.T) {
	if _, err := New(nil); err == nil || !strings.Contains(err.Error(), "expected a library") {
		t.Error(err)
	}
}
