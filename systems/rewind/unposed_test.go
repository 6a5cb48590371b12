package rewind_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
)

// shown is what a frame shows and keeps.
type shown struct {
	state    []byte
	palettes []float32
}

// company is a stage with characters of many kinds, on a tape with a step: walkers whose pose no
// later frame needs, and others.
type company struct {
	*stage
	walkers []ecs.Entity
	step    func() // of the program, before each update
	after   func() // and after it
}

func newCompany(t *testing.T) *company {
	t.Helper()
	c := &company{stage: newStage(t, rewind.Options{}), after: func() {}}
	var err error
	c.tape, err = rewind.New(c.session, rewind.Options{Every: 10, Step: func(_ []byte, seconds float64) error {
		c.step()
		err := c.animation.Update(seconds)
		c.after()
		return err
	}})
	check(t, err)
	spawn := func(x float32) ecs.Entity {
		e, err := c.animation.Spawn(c.model, mgl32.Translate3D(x, 0, 0))
		check(t, err)
		check(t, c.animation.Player(e).Play(c.model.Clip("walk")))
		check(t, c.animation.Player(e).Seek(float64(x)/30))
		return e
	}
	for i := range 20 {
		c.walkers = append(c.walkers, spawn(float32(i)))
	}
	smooth, kept, detailed, looks, given := spawn(21), spawn(22), spawn(23), spawn(24), spawn(25)
	check(t, c.animation.EnableInertialization(smooth))
	check(t, c.animation.EnableModelMatrices(kept, "head"))
	levels := generic.NewMap1[components.LevelOfDetail](&c.world)
	levels.Assign(detailed, &components.LevelOfDetail{Interval: 3})
	stack, err := modifier.New("look", c.library.Skeleton(c.model.Skeleton)).LookAt("look", modifier.LookAt{
		Joints: []string{"head"}, Forward: [3]float32{0, 0, 1},
	}).Add(c.library)
	check(t, err)
	check(t, c.animation.Modify(looks, stack))
	check(t, c.animation.Modifier(looks, "look").Follow(c.walkers[3], "head"))
	check(t, c.animation.SetLocalPose(given, rig.NewPose(c.library.Skeleton(c.model.Skeleton)), 0.5))
	_, err = c.animation.AttachModel(c.walkers[5], "head", c.model)
	check(t, err)
	c.transitions(smooth)
	return c
}

// transitions lets characters change what they play in some frames.
func (c *company) transitions(smooth ecs.Entity) {
	c.step = func() {
		switch c.animation.Store().Frame() % 17 {
		case 5:
			_ = c.animation.Player(smooth).CrossFade(c.model.Clip("run"), 0.2)
			_ = c.animation.Player(c.walkers[1]).CrossFade(c.model.Clip("run"), 0.2)
		case 9: // from now on, and what came before is not kept
			_ = c.animation.EnableInertialization(c.walkers[2])
			_ = c.animation.Player(c.walkers[2]).CrossFade(c.model.Clip("run"), 0.3)
		case 12:
			_ = c.animation.Player(smooth).CrossFade(c.model.Clip("walk"), 0.2)
			_ = c.animation.EnableModelMatrices(c.walkers[4])
		}
	}
}

// take returns what the present frame shows.
func (c *company) take(t *testing.T) (s shown) {
	t.Helper()
	var err error
	s.state, err = c.session.AppendSnapshot(nil)
	check(t, err)
	for _, pool := range c.animation.Store().Pools() {
		for i := range pool.Skins() {
			id, _ := pool.Skin(i)
			for slot := range pool.Len() {
				s.palettes = append(s.palettes, pool.Palette(id, slot)...)
			}
		}
	}
	return s
}

// record runs frames, and returns what each shows, from the first on.
func (c *company) record(t *testing.T, frames int) (all []shown) {
	t.Helper()
	for range frames {
		c.run(t, 1)
		all = append(all, c.take(t))
	}
	return all
}

// compare goes to frames in some order, and compares what they show. It returns how many poses that
// took.
func (c *company) compare(t *testing.T, all []shown) (posed uint64) {
	t.Helper()
	before := c.animation.Counters()
	for i := range all {
		i = i * 7 % len(all)
		check(t, c.tape.Seek(1+i))
		now := c.take(t)
		if !bytes.Equal(now.state, all[i].state) || !slices.Equal(now.palettes, all[i].palettes) {
			t.Fatalf("frame %d: state as before %v, palettes as before %v", 1+i, bytes.Equal(now.state, all[i].state),
				slices.Equal(now.palettes, all[i].palettes))
		}
	}
	return c.animation.Counters().Since(before).Posed
}

// On the way to a frame a tape leaves out poses that no later frame needs, and what the frame shows
// has the same bits.
func TestUnposedFrames(t *testing.T) {
	c := newCompany(t)
	all := c.record(t, 53)
	if posed, frames := c.compare(t, all), uint64(len(all)); posed < 27*frames || posed > 27*frames*5/2 {
		t.Errorf("%d poses for going to %d frames", posed, frames) // with all poses five and a half times as many
	}
	// A program that looks at palettes in its step finds them in every frame.
	c = newCompany(t)
	skin, transforms := c.model.Parts[0].Skin, generic.NewMap1[components.Transform](&c.world)
	c.after = func() {
		palette := c.animation.Palette(c.walkers[0], skin)
		last := palette[len(palette)-assets.MatrixSize:]
		transforms.Get(c.walkers[7]).Matrix = mgl32.Translate3D(last[3], last[7], last[11]).Mul4(
			transforms.Get(c.walkers[7]).Matrix)
	}
	all = c.record(t, 53)
	if posed, frames := c.compare(t, all), uint64(len(all)); posed < 27*frames*4 {
		t.Errorf("%d poses for going to %d frames of a program that looks at all", posed, frames)
	}
}

// watchman is a block system of a program, which counts characters.
type watchman struct{ seen *int }

func (watchman) Name() string { return "Watchman" }

func (w watchman) RunBlock(_ *ecs.Frame, b *ecs.Block) { *w.seen += b.Lanes() }

// A block system of the program sees all characters in every frame that runs again.
func TestUnposedFramesWithABlockSystem(t *testing.T) {
	for name, add := range map[string]func(a *systems.Animation, w watchman) error{
		"in the schedule": func(a *systems.Animation, w watchman) error {
			return a.Schedule().InsertAfter(systems.AtLocalToModel, ecs.EachBlock(w))
		},
		"run by a system": func(a *systems.Animation, w watchman) error {
			return a.Schedule().InsertAfter(systems.AtBuildPalettes, &caller{ecs.EachBlock(w)})
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCompany(t)
			seen := 0
			check(t, add(c.animation, watchman{&seen}))
			all := c.record(t, 25)
			check(t, c.tape.Seek(3)) // a tape may have to learn that the program does this
			seen = 0
			check(t, c.tape.Seek(20))
			if now := c.take(t); !bytes.Equal(now.state, all[19].state) || !slices.Equal(now.palettes, all[19].palettes) {
				t.Error("frame 20 is another one")
			}
			if want := 9*26 + 9*3/3; seen < want {
				t.Errorf("it saw %d characters in 10 frames, want at least %d", seen, want)
			}
		})
	}
}

// caller is a system of a program that runs another one.
type caller struct{ system ecs.System }

func (*caller) Name() string { return "Caller" }

func (c *caller) Run(frame *ecs.Frame) { c.system.Run(frame) }
