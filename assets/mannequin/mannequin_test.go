package mannequin

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets"
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
	rest := newRestPose()
	s, err := rest.skeleton("mannequin")
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 67 || jointCount != 67 {
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
	for name, want := range map[string]joint{
		"root": root, "hips": hips, "spine_4": spine4, "head": head, "left_clavicle": clavicle,
		"left_upper_arm":     upperArm,
		"left_forearm_twist": forearmTwist, "left_hand": hand, "left_index_metacarpal": index,
		"left_pinky_3": pinky + 3,
		"left_thumb_1": thumb, "left_thigh": thigh, "left_toe": toe, "right_clavicle": clavicle.on(right),
		"right_thumb_3": (thumb + 2).on(right),
		"right_thigh":   thigh.on(right), "right_toe": toe.on(right),
	} {
		if j, ok := s.Find(name); !ok || joint(j) != want {
			t.Errorf("%q is joint %d, want %d", name, j, want)
		}
	}
}

func TestSidesAreMirrorImages(t *testing.T) {
	rest := newRestPose()
	for j := root; int(j) < jointCount; j++ {
		if strings.HasPrefix(rest.bones[j].name, "right") {
			continue
		}
		p, q := mirroredPoint(rest.position[j]), rest.position[j.on(right)]
		if p.Sub(q).Length() > 1e-12 {
			t.Errorf("%s: the mirrored position is %v, the position of the right joint %v", rest.bones[j].name, p, q)
		}
		// The y and z axes are mirror images; the x axis is negated besides.
		for axis, v := range map[string]exact.Vec3{"y": {0, 1, 0}, "z": {0, 0, 1}} {
			if a, b := mirroredPoint(rotate(rest.rotation[j], v)), rotate(rest.rotation[j.on(right)],
				v); a.Sub(b).Length() > 1e-12 {
				t.Errorf("%s: the mirrored %s axis is %v, the axis of the right joint %v",
					rest.bones[j].name, axis, a, b)
			}
		}
	}
}

func TestYAxesPointAlongBones(t *testing.T) {
	rest := newRestPose()
	for child, parent := range map[joint]joint{
		spine2: spine1, spine4: spine3, neck1: spine4, head: neck2, upperArm: clavicle, forearm: upperArm,
		hand: forearm, shin: thigh,
		foot: shin, toe: foot, index + 1: index, index + 3: index + 2, thumb + 1: thumb,
	} {
		along := rest.position[child].Sub(rest.position[parent]).Normalized()
		if got := rotate(rest.rotation[parent], exact.Vec3{0, 1, 0}); got.Sub(along).Length() > 1e-12 {
			t.Errorf("%s: y axis %v, want %v to %s", rest.bones[parent].name, got, along, rest.bones[child].name)
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

func TestEveryMachineComputesTheSameMovingClips(t *testing.T) {
	const want = 0xfd9661177d507b35
	lib, model := newModel(t)
	skeleton := lib.Skeleton(model.Skeleton)
	h := fnv.New64a()
	add := func(c *assets.Clip, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(h, c.Name(), c.Markers())
		for _, track := range c.Tracks() {
			fmt.Fprint(h, track.Joint, track.Property)
			for _, values := range [][]float32{track.Track.Times(), track.Track.Values()} {
				if err := binary.Write(h, binary.LittleEndian, values); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	turns := []float64{0, 0.9, -1.3}
	for _, id := range model.Clips {
		add(lib.Clip(id), nil)
		for _, turn := range turns {
			add(Traveling("x", lib.Clip(id), 1.2, turn))
		}
	}
	for _, gait := range []string{"walk", "run"} {
		for _, speed := range []float64{-0.5, 0, 0.7, 1.35, 3.6} {
			for _, turn := range turns {
				add(Stepping("x", skeleton, gait, speed, turn))
			}
		}
	}
	if got := h.Sum64(); got != want {
		t.Errorf("bits %#x, want %#x: after an intended change of the clips, store the new hash here", got,
			uint64(want))
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
