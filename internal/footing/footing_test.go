package footing_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/footing"
)

// path returns the model matrices of an ankle and a toe at places.
func path(ankle, toe mgl32.Vec3) []float32 {
	var list []float32
	for _, p := range []mgl32.Vec3{ankle, toe} {
		m := rig.IdentityMatrix()
		m[3], m[7], m[11] = p[0], p[1], p[2]
		list = append(list, m[:]...)
	}
	return list
}

// A foot comes down, rolls over its toes while the ankle goes on, slides by 6 cm in between, and
// leaves the ground; the world moves it too, and the drift is taken out.
func TestStands(t *testing.T) {
	const frames, drift = 40, 0.01
	track := footing.NewTrack([][]int{{0, 1}}, 0.005)
	for f := range frames {
		height, ahead := float32(0), float32(0)
		switch {
		case f < 10: // in the air
			height, ahead = 0.1, float32(f-10)*0.05
		case f >= 20 && f < 26:
			ahead = float32(f-19) * 0.01
		case f >= 26 && f < 35:
			ahead = 0.06
		case f >= 35:
			height, ahead = 0.1, 0.06+float32(f-34)*0.05
		}
		ankle := mgl32.Vec3{0.1, 0.08 + height, ahead}
		if f >= 15 {
			ankle = ankle.Add(mgl32.Vec3{0, float32(f-15) * 0.01, float32(f-15) * 0.02})
		}
		world := rig.MatrixFromMat4(mgl32.Translate3D(0, 3, float32(f)*drift))
		track.Add(path(ankle, mgl32.Vec3{0.1, height, 0.2 + ahead}), world)
	}
	stands := track.Stands(0, drift, 3)
	if len(stands) != 1 || stands[0].First != 10 || stands[0].Last != 34 {
		t.Fatalf("expected a foot that stands from frame 10 to 34, found %+v", stands)
	}
	if s := stands[0]; math.Abs(s.Slide-0.06) > 1e-4 || s.Frame < 25 {
		t.Errorf("expected a slide of 0.06 from frame 25 on, found %+v", s)
	}
	if list := track.Stands(0, drift, 30); len(list) != 0 {
		t.Errorf("expected no foot that stands for 30 frames, found %+v", list)
	}
	if list := track.Stands(0, 0, 3); len(list) != 1 || list[0].Slide < 0.25 {
		t.Errorf("without the drift: expected a slide of more than 0.25, found %+v", list)
	}
	if x, z := footing.Drift(nil); x != 0 || z != 0 {
		t.Errorf("without steps: expected no drift, found %v, %v", x, z)
	}
	if x, z := footing.Drift(track.Steps()); x != 0 || math.Abs(z-drift) > 0.011 {
		t.Errorf("expected the drift of most steps, found %v, %v", x, z)
	}
}

// The mannequin stands on its toes, and a table on its legs; a post and a box stand on no feet.
func TestLowestBody(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	joint := func(name string, parent int, x, y float32) rig.Joint {
		rest := rig.IdentityTRS()
		rest.Translation = mgl32.Vec3{x, y, 0}
		return rig.Joint{Name: name, Parent: parent, Rest: rest}
	}
	centimeters := func(name string, parent int, x, y float32) rig.Joint { return joint(name, parent, 100*x, 100*y) }
	made := func(name string, joints ...rig.Joint) *rig.Skeleton {
		skeleton, err := rig.NewSkeleton(name, joints, nil)
		if err != nil {
			t.Fatal(err)
		}
		return skeleton
	}
	for _, row := range []struct {
		of   *rig.Skeleton
		hips string
		feet []string
	}{
		{library.Skeleton(model.Skeleton), "hips", []string{"left_toe", "right_toe"}},
		{
			made("table", joint("floor", -1, 0, 0), joint("board", 0, 0, 1), joint("leg", 1, -1, -1),
				joint("other leg", 1, 1, -0.99), joint("lamp", 1, 0, 0.5)), "board", []string{"leg", "other leg"},
		},
		{
			made("table in centimeters", centimeters("floor", -1, 0, 0), centimeters("board", 0, 0, 1),
				centimeters("leg", 1, -1, -1), centimeters("other leg", 1, 1, -0.99),
				centimeters("lamp", 1, 0, 0.5)), "board", []string{"leg", "other leg"},
		},
		{made("post", joint("post", -1, 0, 0), joint("sign", 0, 0, 1), joint("lamp", 0, 0, 2)), "", nil},
		{made("box", joint("lid", -1, 0, 0)), "", nil},
		{nil, "", nil},
	} {
		body := footing.LowestBody(row.of)
		var feet []string
		for _, foot := range body.Feet {
			feet = append(feet, row.of.JointName(foot[0]))
		}
		if !slices.Equal(feet, row.feet) || len(feet) > 0 && row.of.JointName(body.Hips) != row.hips {
			t.Errorf("%s: expected hips %q and feet %q, found hips %q and feet %q", row.of.Name(), row.hips, row.feet,
				row.of.JointName(body.Hips), feet)
		}
	}
}

// A clip is measured once; another one under its name is another clip.
func TestWalksAreMeasuredOnce(t *testing.T) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	skeleton := library.Skeleton(model.Skeleton)
	var walks footing.Walks
	for name, want := range map[string]float64{"walk": mannequin.WalkSpeed, "run": mannequin.RunSpeed, "wave": 0} {
		source := library.Clip(model.Clip(name))
		speed := walks.OnTheSpot(source, skeleton)
		if math.Abs(speed-want) > 0.01*want {
			t.Errorf("%s: expected a speed of %v, found %v", name, want, speed)
		}
		if n := testing.AllocsPerRun(10, func() {
			if again := walks.OnTheSpot(source, skeleton); again != speed {
				t.Errorf("%s: expected %v again, found %v", name, speed, again)
			}
		}); n > 3 {
			t.Errorf("%s: it is measured again: %v allocations", name, n)
		}
	}
}
