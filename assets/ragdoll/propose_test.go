package ragdoll_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// built is the mannequin and what is proposed for it.
type built struct {
	library    *assets.Library
	model      *assets.Model
	definition *ragdoll.Definition
}

var mannequinOnce = sync.OnceValues(func() (built, error) {
	b := built{library: assets.NewLibrary()}
	var err error
	if b.model, err = mannequin.New(b.library); err != nil {
		return b, err
	}
	b.definition, err = ragdoll.Propose(b.library, b.model, ragdoll.Options{})
	return b, err
})

func proposal(t *testing.T) built {
	t.Helper()
	b, err := mannequinOnce()
	if err != nil {
		t.Fatal(err)
	}
	b.definition = b.definition.Clone()
	return b
}

func TestProposedForTheMannequin(t *testing.T) {
	b := proposal(t)
	d := b.definition
	var names []string
	for i := range d.Bodies {
		names = append(names, d.Name(i))
	}
	want := []string{"hips", "spine_1", "spine_2", "spine_3", "spine_4", "head"}
	for _, side := range []string{"left_", "right_"} {
		for _, bone := range []string{"upper_arm", "forearm", "hand"} {
			want = append(want, side+bone)
		}
	}
	for _, side := range []string{"left_", "right_"} {
		for _, bone := range []string{"thigh", "shin", "foot"} {
			want = append(want, side+bone)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("bodies at %v, want %v", names, want)
	}
	if d.Name(d.Root) != "hips" || d.Front.Sub(mgl32.Vec3{0, 0, 1}).Len() > 1e-3 {
		t.Errorf("the root is %s, the front %v", d.Name(d.Root), d.Front)
	}
	if m := d.Mass(); m < 45 || m > 90 {
		t.Errorf("1.8 m weigh %g kg", m)
	}
	for name, above := range map[string]string{
		"left_hand": "left_forearm", "right_thigh": "hips", "head": "spine_4",
		"left_upper_arm": "spine_4",
	} {
		i, _ := d.Find(name)
		if got := d.Name(d.Parent(i)); got != above {
			t.Errorf("%s hangs on %s, want %s", name, got, above)
		}
	}
	for i := range d.Bodies {
		name := d.Name(i)
		if !strings.HasPrefix(name, "left_") {
			continue
		}
		k, ok := d.Find("right_" + strings.TrimPrefix(name, "left_"))
		if !ok {
			t.Fatalf("%s has no other side", name)
		}
		l, r := &d.Bodies[i], &d.Bodies[k]
		if q := l.Mass / r.Mass; q < 0.95 || q > 1.05 {
			t.Errorf("%s and its other side weigh %g and %g kg", name, l.Mass, r.Mass)
		}
		if l.Limit.Bend != r.Limit.Bend || l.Limit.Twist != r.Limit.Twist {
			t.Errorf("%s has other limits than its other side", name)
		}
	}
	// Where they should be in the rest pose, in meters.
	rest := rig.NewPose(d.Skeleton).ModelMatrices(nil)
	for name, at := range map[string]mgl32.Vec3{
		"head": {0, 1.7, 0.02}, "hips": {0, 0.95, 0},
		"left_shin": {0.1, 0.3, 0},
	} {
		i, _ := d.Find(name)
		body := &d.Bodies[i]
		middle := rig.MatrixAt(rest, body.Joint).Point(body.A.Add(body.B).Mul(0.5))
		if off := middle.Sub(at).Len(); off > 0.1 {
			t.Errorf("the capsule of %s is at %v, want near %v", name, middle, at)
		}
	}
}

// Nearly all vertices lie in or near the capsules, and nothing lies far outside.
func TestCapsulesCoverTheMesh(t *testing.T) {
	b := proposal(t)
	d := b.definition
	rest := rig.NewPose(d.Skeleton).ModelMatrices(nil)
	outside, all, farthest := 0, 0, float32(0)
	for _, part := range b.model.Parts {
		for _, primitive := range b.library.Mesh(part.Mesh).Primitives {
			for _, p := range primitive.Positions { // the mannequin is modeled in its rest pose
				nearest := float32(math.Inf(1))
				for i := range d.Bodies {
					m := rig.MatrixAt(rest, d.Bodies[i].Joint)
					from, to := m.Point(d.Bodies[i].A), m.Point(d.Bodies[i].B)
					u := float32(0)
					if axis := to.Sub(from); axis.Len() > 0 {
						u = min(max(p.Sub(from).Dot(axis)/axis.Dot(axis), 0), 1)
					}
					nearest = min(nearest, p.Sub(from.Add(to.Sub(from).Mul(u))).Len()-d.Bodies[i].Radius)
				}
				all++
				if nearest > 0.03 {
					outside++
				}
				farthest = max(farthest, nearest)
			}
		}
	}
	if part := float64(outside) / float64(all); part > 0.06 || farthest > 0.12 {
		t.Errorf("%.1f %% of the vertices are more than 3 cm outside of all capsules, one is %.0f cm", 100*part,
			100*farthest)
	}
}

// angles returns how far a body is turned against its limits: 1 is at the limit of the cone, and of
// the twist.
func angles(d *ragdoll.Definition, i int, matrices []float32) (cone, twist float64) {
	body := &d.Bodies[i]
	own, above := rig.MatrixAt(matrices, body.Joint).Mat4(), rig.MatrixAt(matrices, d.Bodies[d.Parent(i)].Joint).Mat4()
	inAbove, inBody, ok := d.Frames(i, own, above)
	a, okA := ragdoll.Rigid(above)
	o, okO := ragdoll.Rigid(own)
	if !ok || !okA || !okO {
		return math.NaN(), math.NaN()
	}
	q := a.Rotation.Mul(inAbove).Inverse().Mul(o.Rotation.Mul(inBody))
	if q.W < 0 {
		q = q.Scale(-1)
	}
	turn := mgl32.Quat{W: q.W, V: mgl32.Vec3{q.V[0], 0, 0}}.Normalize()
	swing := q.Mul(turn.Inverse())
	angle := 2 * math.Acos(min(1, float64(swing.W)))
	if length := swing.V.Len(); length > 1e-6 {
		y, z := float64(swing.V[1]/length)*angle/float64(body.Limit.Bend),
			float64(swing.V[2]/length)*angle/float64(body.Limit.Sway)
		cone = math.Hypot(y, z)
	}
	return cone, math.Abs(2*math.Atan2(float64(turn.V[0]), float64(turn.W))) / float64(body.Limit.Twist)
}

// The motions of the mannequin stay within the limits, but for little.
func TestClipsStayWithinLimits(t *testing.T) {
	b := proposal(t)
	d := b.definition
	pose := rig.NewPose(d.Skeleton)
	var matrices []float32
	for _, id := range b.model.Clips {
		c := b.library.Clip(id)
		for k := range 41 {
			c.Sample(c.Start()+c.Duration()*float64(k)/40, pose)
			matrices = pose.ModelMatrices(matrices)
			for i := range d.Bodies {
				if d.Parent(i) < 0 {
					continue
				}
				if cone, twist := angles(d, i, matrices); !(cone < 1.05) || !(twist < 1.05) {
					t.Errorf("clip %s: %s is at %.2f of its cone and %.2f of its twist", c.Name(), d.Name(i),
						cone, twist)
				}
			}
		}
	}
}

// Other files have bodies, too: humanoids with other names, and animals.
func TestProposedForFiles(t *testing.T) {
	for file, want := range map[string][]string{ // the root, and others
		"assets/fox/Fox.glb":              {"b_Hip_01", "b_Head_05", "b_Tail02_013"},
		"assets/woman/Woman.gltf":         {"Hips", "Head", "LeftForeArm", "RightFoot", "Spine2"},
		"assets/cesium_man/CesiumMan.glb": {"Skeleton_torso_joint_1", "leg_joint_L_3", "Skeleton_arm_joint_R__3_"},
		"assets/robot/robot.glb":          {"Hips", "Head", "LowerArm.L", "Foot.R"},
	} {
		library := assets.NewLibrary()
		model, err := gltfio.Open(library, testassets.Path(t, file))
		if err != nil {
			t.Fatal(err)
		}
		d, err := ragdoll.Propose(library, model, ragdoll.Options{Mass: 60})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(d.Mass()-60) > 1e-3 {
			t.Errorf("%s: it weighs %g kg", file, d.Mass())
		}
		if d.Name(d.Root) != want[0] {
			t.Errorf("%s: the root is %s, want %s", file, d.Name(d.Root), want[0])
		}
		for _, name := range want {
			if _, ok := d.Find(name); !ok {
				t.Errorf("%s: no body at %s", file, name)
			}
		}
		for i := range d.Bodies {
			if d.Parent(i) < 0 && i != d.Root {
				t.Errorf("%s: %s hangs on nothing", file, d.Name(i))
			}
		}
		if n := len(d.Bodies); n < 12 || n >= d.Skeleton.Len() {
			t.Errorf("%s: %d bodies for %d joints", file, n, d.Skeleton.Len())
		}
	}
}

// The robot's feet are targets of inverse kinematics, beside its legs, and its legs beside its
// hips: its bodies hang together nevertheless, also after they were written and read, and after one
// was removed.
func TestBodiesBesideTheirLimbs(t *testing.T) {
	library := assets.NewLibrary()
	model, err := gltfio.Open(library, testassets.Path(t, "assets/robot/robot.glb"))
	if err != nil {
		t.Fatal(err)
	}
	proposed, err := ragdoll.Propose(library, model, ragdoll.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := ragdoll.JSON(proposed)
	if err != nil {
		t.Fatal(err)
	}
	d, err := ragdoll.Read(text, proposed.Skeleton)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.Bodies, proposed.Bodies) {
		t.Error("what was read differs from what was written")
	}
	check := func(pairs map[string]string) {
		t.Helper()
		for name, above := range pairs {
			i, _ := d.Find(name)
			if k := d.Parent(i); k < 0 || d.Name(k) != above {
				t.Errorf("%s hangs on body %d, want %s", name, k, above)
			}
		}
	}
	check(map[string]string{
		"Foot.L": "LowerLeg.L", "Foot.R": "LowerLeg.R", "LowerLeg.L": "UpperLeg.L",
		"UpperLeg.L": "Hips", "UpperLeg.R": "Hips",
	})
	if !d.Remove("LowerLeg.L") || !d.Remove("UpperLeg.R") {
		t.Fatal("a leg has no body")
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	check(map[string]string{"Foot.L": "UpperLeg.L", "Foot.R": "LowerLeg.R", "LowerLeg.R": "Hips"})
}

func TestOptions(t *testing.T) {
	b := proposal(t)
	small, err := ragdoll.Propose(b.library, b.model, ragdoll.Options{Scale: 0.5, Density: 2 * 985})
	if err != nil {
		t.Fatal(err)
	}
	if q := small.Mass() / b.definition.Mass(); math.Abs(q-2.0/8) > 1e-5 {
		t.Errorf("half the size at twice the density weighs %g of it", q)
	}
	for name, o := range map[string]ragdoll.Options{
		"a negative mass": {Mass: -1}, "a density of NaN": {Density: math.NaN()},
		"an infinite scale": {Scale: math.Inf(1)},
	} {
		if _, err := ragdoll.Propose(b.library, b.model, o); !errors.Is(err, ragdoll.ErrBody) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ragdoll.Propose(assets.NewLibrary(), b.model, ragdoll.Options{}); !errors.Is(err, ragdoll.ErrModel) {
		t.Errorf("a model of another library: %v", err)
	}
	if _, err := ragdoll.Propose(b.library, nil, ragdoll.Options{}); !errors.Is(err, ragdoll.ErrModel) {
		t.Errorf("no model: %v", err)
	}
}
