package avatar_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/avatar"
	"github.com/sinew-go/sinew/systems/rollback"
)

// stage is a world with Alice.
type stage struct {
	world     ecs.World
	library   *assets.Library
	file      *vrm.Avatar
	animation *systems.Animation
	avatars   *avatar.Avatars
	entity    ecs.Entity
	alice     avatar.Avatar
}

func newStage(t testing.TB, text string) *stage {
	t.Helper()
	s := &stage{world: ecs.NewWorld(), library: assets.NewLibrary()}
	var err error
	s.file, err = vrm.Parse(s.library, "alice.vrm", []byte(text))
	must(t, err)
	for _, w := range s.file.Warnings {
		t.Errorf("warning %s", w)
	}
	s.animation, err = systems.NewAnimation(&s.world, s.library)
	must(t, err)
	t.Cleanup(s.animation.Close)
	s.avatars, err = avatar.New(s.animation)
	must(t, err)
	s.entity, err = s.avatars.Spawn(s.file, mgl32.Translate3D(3, 0, 0).Mul4(mgl32.HomogRotate3DY(1)))
	must(t, err)
	s.alice = s.avatars.Avatar(s.entity)
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (s *stage) update(t testing.TB) {
	t.Helper()
	must(t, s.animation.Update(1.0/60))
}

// targets returns the morph weights of the mesh of the face.
func (s *stage) targets(t testing.TB) []float32 {
	t.Helper()
	return slices.Clone(s.animation.Morphs(s.entity)[s.file.Numbers().Count:])
}

// Expressions show with their overrides, by name.
func TestExpressionsAndOverrides(t *testing.T) {
	for _, row := range []struct {
		set    map[string]float32
		shown  map[string]float32
		target []float32
	}{
		{map[string]float32{"happy": 0.5}, map[string]float32{"happy": 0.5}, []float32{0.5, 0, 0}},
		{map[string]float32{"happy": 0.5, "blink": 0.8}, map[string]float32{"blink": 0.4}, []float32{0.5, 0.4, 0}}, // blend
		{map[string]float32{"happy": 0.01, "aa": 1}, map[string]float32{"aa": 0}, []float32{0.01, 0, 0}},           // block
		{map[string]float32{"aa": 1}, map[string]float32{"aa": 1}, []float32{0, 0, 0.5}},
		{map[string]float32{"smirk": 0.6}, map[string]float32{"smirk": 1}, []float32{0, 0, 0.25}}, // binary
		{map[string]float32{"smirk": 0.4}, map[string]float32{"smirk": 0}, []float32{0, 0, 0}},
		{map[string]float32{"happy": 7, "blink": float32(math.NaN())}, map[string]float32{"happy": 1}, []float32{1, 0, 0}},
	} {
		s := newStage(t, alice)
		for name, weight := range row.set {
			if weight >= 0 && weight <= 1 {
				must(t, s.alice.Express(name, weight))
				continue
			}
			i, err := s.file.ExpressionIndex(name) // a component may hold anything
			must(t, err)
			avatars := generic.NewMap1[components.Avatar](&s.world)
			avatars.Get(s.entity).Expressions[i] = weight
		}
		s.update(t)
		s.update(t) // nothing adds up over frames
		for name, want := range row.shown {
			if got := s.alice.Shown(name); math.Abs(float64(got-want)) > 1e-6 {
				t.Errorf("%v: %s shows at %v, want %v", row.set, name, got, want)
			}
		}
		for i, got := range s.targets(t) {
			if math.Abs(float64(got-row.target[i])) > 1e-6 {
				t.Errorf("%v: morph target %d has weight %v, want %v", row.set, i, got, row.target[i])
			}
		}
	}
}

// The eyes look at a point wherever the character stands and its head turns, as far as the range
// maps let them: compared with angles by the formula of the format, in float64.
func TestEyesLookAtPoints(t *testing.T) {
	s := newStage(t, alice)
	transforms := generic.NewMap1[components.Transform](&s.world)
	for i := range 200 {
		angle := float64(i) * 0.7
		turn := mgl32.HomogRotate3DY(float32(angle)).Mul4(mgl32.HomogRotate3DX(float32(0.3 * math.Sin(angle))))
		transforms.Get(s.entity).Matrix = mgl32.Translate3D(float32(i), 1, 2).Mul4(turn)
		// a target by yaw and pitch from between the eyes, in the head's space
		yaw, pitch := 170*math.Sin(float64(i)*0.9), 80*math.Cos(float64(i)*0.37)
		sin, cos := math.Sincos(yaw / 180 * math.Pi)
		down, flat := math.Sincos(pitch / 180 * math.Pi)
		way := mgl32.Vec3{float32(sin * flat), float32(-down), float32(cos * flat)}
		between := mgl32.Vec3{0, 1.66, 0.05}
		target := mgl32.TransformCoordinate(between.Add(way.Mul(2)), transforms.Get(s.entity).Matrix)
		must(t, s.alice.LookAt(target))
		s.update(t)
		for joint, outer := range map[string]bool{"left eye": yaw > 0, "right eye": yaw < 0} {
			most := 45.0
			if outer {
				most = 60
			}
			y := math.Copysign(min(math.Abs(yaw)/90, 1)*most, yaw)
			most = 30
			if pitch > 0 {
				most = 20
			}
			x := math.Copysign(min(math.Abs(pitch)/90, 1)*most, pitch)
			want := mgl32.HomogRotate3DY(float32(y / 180 * math.Pi)).
				Mul4(mgl32.HomogRotate3DX(float32(x / 180 * math.Pi)))
			got, err := s.animation.JointModel(s.entity, joint)
			must(t, err)
			for c := range 3 {
				if d := got.Col(c).Vec3().Sub(want.Col(c).Vec3()).Len(); d > 2e-3 {
					t.Fatalf("frame %d: the %s is turned by %v, want %v (yaw %.1f, pitch %.1f)", i, joint, got, want, yaw, pitch)
				}
			}
		}
	}
}

// A look by expressions shows them, by angles and with what a clip shows.
func TestLookByExpressions(t *testing.T) {
	text := strings.NewReplacer(`"type": "bone"`, `"type": "expression"`, `"outputScale": 60`, `"outputScale": 1`,
		`"outputScale": 20`, `"outputScale": 0.5`,
		`"aa": {`, `"lookLeft": {"morphTargetBinds": [{"node": 4, "index": 0}]},
 "lookDown": {"morphTargetBinds": [{"node": 4, "index": 1, "weight": 0.5}]}, "aa": {`).Replace(alice)
	s := newStage(t, text)
	must(t, s.alice.LookBy(45, 90))
	s.update(t)
	if a, b := s.alice.Shown("lookLeft"), s.alice.Shown("lookDown"); a != 0.5 || b != 0.5 {
		t.Errorf("lookLeft %v and lookDown %v, want 0.5 and 0.5", a, b)
	}
	if got := s.targets(t); !slices.Equal(got, []float32{0.5, 0.25, 0}) {
		t.Errorf("morph weights %v", got)
	}
	// A clip adds its own angles.
	skeleton := s.library.Skeleton(s.file.Model.Skeleton)
	numbers := s.file.Numbers()
	values := make([]float32, 2*numbers.Count)
	values[numbers.Count-2], values[2*numbers.Count-2] = 9, 9
	id, err := clip.NewBuilder("look", skeleton).MorphWeights(numbers.Joint, clip.Linear, []float32{0, 1}, values).Add(s.library)
	must(t, err)
	must(t, s.animation.Player(s.entity).Play(id))
	s.update(t)
	if got := s.alice.Shown("lookLeft"); math.Abs(float64(got)-0.6) > 1e-3 {
		t.Errorf("lookLeft %v, want 0.6", got)
	}
}

func TestFirstPerson(t *testing.T) {
	s := newStage(t, alice)
	meshes := generic.NewMap1[components.SkinnedMesh](&s.world)
	meshes.Get(s.entity).Hidden = 1 << 5
	for _, on := range []bool{true, false} {
		must(t, s.alice.SetFirstPerson(on))
		want := uint64(1 << 5)
		if on {
			want |= 1
		}
		if got := meshes.Get(s.entity).Hidden; got != want {
			t.Errorf("first person %v: hidden %b, want %b", on, got, want)
		}
	}
}

// A part of the head that the model hides stays hidden for every camera.
func TestFirstPersonKeepsHiddenParts(t *testing.T) {
	s := newStage(t, alice)
	model, err := s.file.Model.WithoutParts("face")
	must(t, err)
	s.file.Model = model
	meshes := generic.NewMap1[components.SkinnedMesh](&s.world)
	for _, on := range []bool{true, false} {
		must(t, s.alice.SetFirstPerson(on))
		if got := meshes.Get(s.entity).Hidden; got != 1 {
			t.Errorf("first person %v: expected the hidden face, found hidden %b", on, got)
		}
	}
}

// All that an avatar shows is in components: a snapshot restores it to the bit, and so does a
// session of package rollback.
func TestSnapshots(t *testing.T) {
	s := newStage(t, alice)
	must(t, errors.Join(s.alice.Express("happy", 0.3), s.alice.LookAt(mgl32.Vec3{1, 1, 1})))
	s.update(t)
	snapshot := s.animation.AppendSnapshot(nil)
	session, err := rollback.NewSession(s.animation)
	must(t, err)
	saved, err := session.AppendSnapshot(nil)
	must(t, err)
	record := func() (all []uint32) {
		for range 5 {
			s.update(t)
			for _, v := range s.animation.Morphs(s.entity) {
				all = append(all, math.Float32bits(v))
			}
			eye, err := s.animation.JointModel(s.entity, "left eye")
			must(t, err)
			for _, v := range eye {
				all = append(all, math.Float32bits(v))
			}
		}
		return all
	}
	want := record()
	for _, restore := range []func() error{
		func() error { return s.animation.Restore(snapshot) },
		func() error { return session.Restore(saved) },
	} {
		must(t, errors.Join(s.alice.Express("happy", 1), s.alice.Express("blink", 1), s.alice.LookBy(10, 20)))
		s.update(t)
		must(t, restore())
		if s.alice.Expression("happy") != 0.3 || s.alice.Expression("blink") != 0 {
			t.Errorf("happy is %v, blink %v", s.alice.Expression("happy"), s.alice.Expression("blink"))
		}
		if got := record(); !slices.Equal(got, want) {
			t.Error("the restored avatar shows something else")
		}
	}
}

// Before the first frame after a snapshot is restored, a character is in its rest pose, with its
// eyes and morph weights at rest too, whatever was shown before.
func TestRestPoseAfterRestore(t *testing.T) {
	s := newStage(t, alice)
	want, err := s.animation.JointModel(s.entity, "left eye") // never posed
	must(t, err)
	s.update(t)
	snapshot := s.animation.AppendSnapshot(nil)
	must(t, errors.Join(s.alice.Express("happy", 1), s.alice.LookBy(60, 20)))
	s.update(t)
	if got, err := s.animation.JointModel(s.entity, "left eye"); err != nil || got == want {
		t.Fatalf("error %v, or the eye does not turn", err)
	}
	must(t, s.animation.Restore(snapshot))
	if got, err := s.animation.JointModel(s.entity, "left eye"); err != nil || got != want {
		t.Errorf("error %v, the eye is at\n%v, want\n%v", err, got, want)
	}
	pose := rig.NewPose(s.library.Skeleton(s.file.Model.Skeleton))
	must(t, s.animation.LocalPose(s.entity, pose))
	if rest := pose.Skeleton().RestMorphs(); !slices.Equal(pose.Morphs, rest) || s.alice.Shown("happy") != 0 {
		t.Errorf("morph weights %v, want %v", pose.Morphs, rest)
	}
}

func TestFramesAllocateNothing(t *testing.T) {
	s := newStage(t, alice)
	must(t, errors.Join(s.alice.Express("happy", 0.3), s.alice.LookAt(mgl32.Vec3{1, 1, 1})))
	for range 3 {
		s.update(t)
	}
	if n := testing.AllocsPerRun(50, func() { s.update(t) }); n != 0 {
		t.Errorf("a frame makes %v allocations", n)
	}
}

// Every wrong use is an error that changes nothing.
func TestErrors(t *testing.T) {
	s := newStage(t, alice)
	if err := s.alice.Express("hapy", 1); !errors.Is(err, rig.ErrNotFound) || !strings.Contains(err.Error(), `"happy"`) {
		t.Error(err)
	}
	other, err := s.animation.Spawn(s.file.Model, mgl32.Ident4())
	must(t, err)
	dead, err := s.avatars.Spawn(s.file, mgl32.Ident4())
	must(t, err)
	s.world.RemoveEntity(dead)
	for _, a := range []avatar.Avatar{{}, s.avatars.Avatar(other), s.avatars.Avatar(dead)} {
		for _, err := range []error{
			a.Express("happy", 1), a.LookAt(mgl32.Vec3{}), a.LookBy(1, 1), a.SetFirstPerson(true),
		} {
			if !errors.Is(err, avatar.ErrNoAvatar) {
				t.Error(err)
			}
		}
		if a.Expression("happy") != 0 || a.Shown("happy") != 0 {
			t.Error("it shows an expression")
		}
	}
	if _, err := avatar.New(s.animation); err == nil {
		t.Error("a second system was added")
	}
	foreign, err := vrm.Parse(assets.NewLibrary(), "alice.vrm", []byte(alice))
	must(t, err)
	for _, file := range []*vrm.Avatar{nil, {}, foreign} {
		if _, err := s.avatars.Spawn(file, mgl32.Ident4()); !errors.Is(err, systems.ErrNoModel) {
			t.Error(err)
		}
	}
	// Garbage in the component is harmless, and so is a file that is not known.
	avatars := generic.NewMap1[components.Avatar](&s.world)
	nan := float32(math.NaN())
	c := avatars.Get(s.entity)
	c.Gaze, c.Yaw, c.Pitch, c.Target = 77, nan, float32(math.Inf(1)), mgl32.Vec3{nan, 1e38, 0}
	for i := range c.Expressions {
		c.Expressions[i] = []float32{nan, -5, 1e38, float32(math.Inf(-1))}[i%4]
	}
	s.update(t)
	c.Gaze = components.GazeAtTarget
	s.update(t)
	for i, v := range s.animation.Morphs(s.entity) {
		if v != v || math.IsInf(float64(v), 0) {
			t.Errorf("morph weight %d is %v", i, v)
		}
	}
	c.Model = 12345
	s.update(t)
}

// Files that are none, and a second Avatars, are errors that say what is missing.
func TestAvatarsOfNothing(t *testing.T) {
	s := newStage(t, alice)
	second := func(_ *avatar.Avatars, err error) error { return err }
	for name, row := range map[string]struct {
		err, want error
		text      string
	}{
		"no animation":    {second(avatar.New(nil)), systems.ErrNil, "expected an animation for the avatars"},
		"zero animation":  {second(avatar.New(&systems.Animation{})), systems.ErrNil, "the zero value"},
		"nil":             {s.avatars.Add(nil), systems.ErrNoModel, "found nil"},
		"empty":           {s.avatars.Add(&vrm.Avatar{}), systems.ErrNoModel, "vrm.Open"},
		"no model":        {(*avatar.Avatars)(nil).Add(s.file), systems.ErrNil, "New"},
		"second":          {second(avatar.New(s.animation)), avatar.ErrTaken, "one Avatars takes all VRM files"},
		"weight 2":        {s.alice.Express("happy", 2), systems.ErrWeight, `"happy": expected 0 to 1, found 2`},
		"weight -1":       {s.alice.Express("happy", -1), systems.ErrWeight, "found -1"},
		"weight NaN":      {s.alice.Express("happy", float32(math.NaN())), systems.ErrWeight, "found NaN"},
		"look at NaN":     {s.alice.LookAt(mgl32.Vec3{float32(math.NaN())}), systems.ErrNotFinite, "point"},
		"look by NaN":     {s.alice.LookBy(0, float32(math.NaN())), systems.ErrNotFinite, "pitch"},
		"the zero value":  {avatar.Avatar{}.Express("happy", 1), avatar.ErrNoAvatar, "found the zero value"},
		"the zero entity": {s.avatars.Avatar(ecs.Entity{}).Express("happy", 1), avatar.ErrNoAvatar, "zero entity"},
	} {
		if !errors.Is(row.err, row.want) || !strings.Contains(row.err.Error(), row.text) {
			t.Errorf("%s: %v", name, row.err)
		}
	}
}
