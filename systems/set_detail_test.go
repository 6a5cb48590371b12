package systems_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// ring is a crowd in a circle around a camera.
type ring struct {
	world     ecs.World
	library   *assets.Library
	model     *assets.Model
	animation *systems.Animation
	crowd     []ecs.Entity
	camera    ecs.Entity
}

func newRing(t *testing.T, characters int, radius float32) *ring {
	t.Helper()
	r := &ring{world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact())}
	var err error
	if r.model, err = mannequin.New(r.library); err != nil {
		t.Fatal(err)
	}
	if r.animation, err = systems.NewAnimation(&r.world, r.library, systems.WithWorkers(1)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.animation.Close)
	for i := range characters {
		angle := 2 * math.Pi * float64(i) / float64(characters)
		transform := mgl32.Translate3D(radius*float32(math.Cos(angle)), 0, radius*float32(math.Sin(angle))).
			Mul4(mgl32.Scale3D(1, 1.5, 1))
		e := mustSpawn(r.animation.Spawn(r.model, transform))
		player := r.animation.Player(e)
		if err := player.Play(r.model.Clips[i%len(r.model.Clips)]); err != nil {
			t.Fatal(err)
		}
		if err := player.Seek(float64(i) * 0.17); err != nil {
			t.Fatal(err)
		}
		r.crowd = append(r.crowd, e)
	}
	return r
}

// setCamera turns a camera with a field of view of 50 degrees, in the middle of the ring, to a
// heading.
func (r *ring) setCamera(heading float64) components.View {
	eye := mgl32.Vec3{0, 1.2, 0}
	ahead := mgl32.Vec3{float32(math.Cos(heading)), 0.05, float32(math.Sin(heading))}
	view := systems.NewView(mgl32.Perspective(mgl32.DegToRad(50), 1.5, 0.1, 100),
		mgl32.LookAtV(eye, eye.Add(ahead), mgl32.Vec3{0, 1, 0}))
	views := generic.NewMap1[components.View](&r.world)
	if r.camera.IsZero() {
		r.camera = views.NewWith(&view)
	}
	*views.Get(r.camera) = view
	return view
}

func (r *ring) detail(e ecs.Entity) *components.LevelOfDetail {
	details := generic.NewMap1[components.LevelOfDetail](&r.world)
	return details.Get(e)
}

// While the camera turns, no character with a vertex in the view is culled, and most of the others
// are. Another world, which poses all characters, provides the vertices. A character that comes
// into view is posed at once.
func TestCharactersInViewAreNotCulled(t *testing.T) {
	probe.Serial(t)
	const characters = 40
	all, culling := newRing(t, characters, 12), newRing(t, characters, 12)
	if err := culling.animation.DetailByView(systems.DetailPolicy{Cull: true, Hysteresis: 0.1}); err != nil {
		t.Fatal(err)
	}
	for _, e := range all.crowd {
		check(t, all.animation.EnableVertices(e))
	}
	transforms := generic.NewMap1[components.Transform](&all.world)
	hidden, culled := 0, 0
	for frame := range 30 {
		view := culling.setCamera(float64(frame) * 0.23)
		for _, r := range []*ring{all, culling} {
			if err := r.animation.Update(1.0 / 20); err != nil {
				t.Fatal(err)
			}
		}
		for i, e := range all.crowd {
			visible := isInView(view.Matrix.Mul4(transforms.Get(e).Matrix), all, e)
			detail := culling.detail(culling.crowd[i])
			if !visible {
				hidden++
				if detail.Culled {
					culled++
				}
				continue
			}
			if detail.Culled {
				t.Fatalf("frame %d: character %d is in view but culled", frame, i)
			}
			skin := all.model.Parts[0].Skin
			if !sameBits(all.animation.Palette(e, skin),
				culling.animation.Palette(culling.crowd[i], culling.model.Parts[0].Skin)) {
				t.Fatalf("frame %d: character %d is in view with an old pose", frame, i)
			}
		}
	}
	if hidden < 10*characters || culled < hidden*8/10 {
		t.Errorf("%d of %d hidden characters are culled, want 80 %% of many", culled, hidden)
	}
}

func isInView(matrix mgl32.Mat4, r *ring, e ecs.Entity) bool {
	for part := range r.model.Parts {
		for primitive := range r.library.Mesh(r.model.Parts[part].Mesh).Primitives {
			for _, v := range r.animation.Vertices(e, part, primitive).Positions {
				p := matrix.Mul4x1(v.Vec4(1))
				if p[0] >= -p[3] && p[0] <= p[3] && p[1] >= -p[3] && p[1] <= p[3] && p[2] >= -p[3] && p[2] <= p[3] {
					return true
				}
			}
		}
	}
	return false
}

// Characters with the same interval are spread evenly over its frames.
func TestIntervalsSpreadTheWork(t *testing.T) {
	r := newRing(t, 40, 30)
	policy := systems.DetailPolicy{Steps: []systems.DetailStep{{Below: 0.5, Interval: 4, Level: 1}}, Hysteresis: 0.1}
	if err := r.animation.DetailByView(policy); err != nil {
		t.Fatal(err)
	}
	r.setCamera(0)
	for range 3 {
		if err := r.animation.Update(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
	for range 8 {
		before := r.animation.Counters()
		if err := r.animation.Update(1.0 / 60); err != nil {
			t.Fatal(err)
		}
		if made := r.animation.Counters().Since(before); made.Posed != 10 || made.Skipped != 30 {
			t.Errorf("%d of 40 characters are posed and %d skipped, want 10 and 30", made.Posed, made.Skipped)
		}
	}
	for _, e := range r.crowd {
		if got, want := *r.detail(e), (components.LevelOfDetail{Interval: 4, Level: 1, Step: 1}); got != want {
			t.Fatalf("detail %+v, want %+v", got, want)
		}
	}
}

// A character that moves back and forth across a threshold stays on one step.
func TestDetailHysteresis(t *testing.T) {
	r := newRing(t, 1, 12)
	policy := systems.DetailPolicy{
		Steps: []systems.DetailStep{{Below: 0.35, Interval: 2}, {Below: 0.175, Interval: 4}},
		Cull:  true, Hysteresis: 0.2,
	}
	if err := r.animation.DetailByView(policy); err != nil {
		t.Fatal(err)
	}
	r.setCamera(0)
	transforms := generic.NewMap1[components.Transform](&r.world)
	sizes := map[uint8]bool{}
	for _, center := range []float32{2, 17, 22, 60, 90} {
		changes, last := 0, uint8(255)
		for i := range 40 {
			x := center * (1 + 0.05*float32(math.Sin(float64(i))))
			transforms.Get(r.crowd[0]).Matrix = mgl32.Translate3D(x, 0, 0)
			if err := r.animation.Update(0); err != nil {
				t.Fatal(err)
			}
			step := r.detail(r.crowd[0]).Step
			if sizes[step] = true; step != last {
				changes++
			}
			last = step
		}
		if changes > 2 { // to the first step, and across the threshold once
			t.Errorf("at %v m the step changes %d times", center, changes)
		}
	}
	if len(sizes) != 3 {
		t.Errorf("it used %d steps of 3", len(sizes))
	}
}

func TestSetDetailExceptions(t *testing.T) {
	r := newRing(t, 2, 12)
	if err := r.animation.DetailByView(systems.DefaultDetail()); err != nil {
		t.Fatal(err)
	}
	if err := r.animation.DetailByView(systems.DefaultDetail()); err == nil {
		t.Error("a second SetDetail was accepted")
	}
	if err := r.animation.Update(0); err != nil {
		t.Fatal(err)
	}
	if got, want := *r.detail(r.crowd[1]), (components.LevelOfDetail{Interval: 1}); got != want {
		t.Errorf("without a view the detail is %+v, want %+v", got, want)
	}
	fixed := components.LevelOfDetail{Interval: 7, Culled: true, Fixed: true}
	*r.detail(r.crowd[0]) = fixed
	pairs := generic.NewMap2[components.SkinnedMesh, components.Skeleton](&r.world)
	bare := pairs.NewWith(&components.SkinnedMesh{Model: 12345}, &components.Skeleton{})
	r.setCamera(math.Pi / 2) // neither is in view
	if err := r.animation.Update(0); err != nil {
		t.Fatal(err)
	}
	if got := *r.detail(r.crowd[0]); got != fixed {
		t.Errorf("a fixed detail became %+v", got)
	}
	if !r.detail(r.crowd[1]).Culled {
		t.Error("a character out of view is not culled")
	}
	if r.detail(bare).Culled {
		t.Error("a character without a model is culled")
	}
	// A clip that moves it elsewhere: the reach is measured again.
	clip, err := clip.NewBuilder("away", r.library.Skeleton(r.model.Skeleton)).
		Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {-40, 0, 0}}).Build()
	if err != nil {
		t.Fatal(err)
	}
	r.library.AddClip(clip)
	if err := r.animation.Update(0); err != nil {
		t.Fatal(err)
	}
	if r.detail(r.crowd[1]).Culled {
		t.Error("a character that a clip may move into view is culled")
	}
}

// No value in a view or a transform makes a character culled that may be in view, or makes a frame
// fail.
func TestDetailWithInvalidViews(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	r := newRing(t, 3, 5)
	if err := r.animation.DetailByView(systems.DefaultDetail()); err != nil {
		t.Fatal(err)
	}
	r.setCamera(0)
	views, transforms := generic.NewMap1[components.View](&r.world), generic.NewMap1[components.Transform](&r.world)
	for name, view := range map[string]components.View{
		"zero": {}, "nan": {Matrix: mgl32.Mat4{nan, nan, nan, nan}, Position: mgl32.Vec3{nan}},
		"infinite": {Matrix: mgl32.Mat4{inf, inf, inf}},
	} {
		*views.Get(r.camera) = view
		transforms.Get(r.crowd[0]).Matrix = mgl32.Mat4{nan, inf}
		for range 3 {
			if err := r.animation.Update(0); err != nil {
				t.Fatal(err)
			}
		}
		for i, e := range r.crowd {
			if r.detail(e).Culled {
				t.Errorf("%s view: character %d is culled", name, i)
			}
		}
	}
}

func TestSetDetailAllocatesNothing(t *testing.T) {
	r := newRing(t, 20, 12)
	if err := r.animation.DetailByView(systems.DefaultDetail()); err != nil {
		t.Fatal(err)
	}
	r.setCamera(0)
	frame := func() {
		if err := r.animation.Update(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		frame()
	}
	if n := testing.AllocsPerRun(30, frame); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

func TestOrthographicDetail(t *testing.T) {
	r := newRing(t, 8, 12)
	policy := systems.DetailPolicy{Steps: []systems.DetailStep{{Below: 0.3, Interval: 2}}, Cull: true, Hysteresis: 0.1}
	if err := r.animation.DetailByView(policy); err != nil {
		t.Fatal(err)
	}
	r.setCamera(0)
	for _, row := range []struct {
		half float32 // meters
		step uint8
	}{{14, 1}, {4, 0}} {
		views := generic.NewMap1[components.View](&r.world)
		*views.Get(r.camera) = systems.NewView(mgl32.Ortho(-50, 50, -row.half, row.half, -100, 100), mgl32.Ident4())
		if err := r.animation.Update(0); err != nil {
			t.Fatal(err)
		}
		for _, e := range r.crowd {
			if detail := r.detail(e); detail.Culled || detail.Step != row.step {
				t.Errorf("view height %v m: detail %+v, want step %d", 2*row.half, detail, row.step)
			}
		}
	}
}
