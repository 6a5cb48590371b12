package crowd_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// shownList is what a list of a frame with one member says of it.
type shownList struct {
	level              int
	impostors          bool
	fade               crowdstore.Fade
	tolerance, coarser float32
	step               uint32
}

// A member is drawn by its distance alone, whatever was drawn before. On its way it fades from each
// level of detail to the next: the steps rise, and what appears and what it replaces have the same
// one. No level shows alone where its error is more than may be seen.
func TestLevelsFadeByDistance(t *testing.T) {
	model, library := newMannequin()
	skeleton := library.Skeleton(model.Skeleton)
	trunk, err := rig.NewMask("trunk", skeleton).Joints(1, "hips", "spine_2", "neck_2").Build()
	check(t, err)
	check(t, library.SetLevels(model.Skeleton, trunk))
	f := newFixtureOf(t, model, library)
	member := f.spawn(t, "walk")
	check(t, f.crowd.SetDetail(0.1))
	check(t, f.store.Sync())
	reach := f.store.KindOf(f.store.Slot(member.Entity())).Reach
	v := everything()
	v.Height, v.Tolerance, v.ImpostorRatio, v.Impostors = 0.8, 0.002, 30, []int32{100}
	v.Errors = func(*crowdstore.Kind) []float32 { return []float32{0.5, 0.004, 0, 0.0041, 0.011, 0.03, 1e30, 1e-30} }
	var walked crowdstore.Collected
	look := func(c *crowdstore.Collected, ratio float32) (lists []shownList) {
		v.Eye = reach.Center.Add(mgl32.Vec3{0, 0, reach.Radius * (1 + 2*ratio)})
		f.store.Begin(c)
		f.store.Collect(c, v)
		for _, l := range c.Lists {
			if l.Shown-l.First != 1 {
				t.Fatalf("at %v: %d members on a list", ratio, l.Shown-l.First)
			}
			lists = append(lists, shownList{
				l.Level, l.Impostors, l.Fade, l.Tolerance, l.Coarser,
				c.Entries[2*l.First+1] >> crowdstore.FadeShift,
			})
		}
		return lists
	}
	same := func(a, b []shownList) bool {
		for i := range a {
			if len(a) != len(b) || a[i] != b[i] {
				return false
			}
		}
		return len(a) == len(b)
	}
	random := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		ratio := float32(math.Exp2(random.Float64()*8 - 2))
		if a, b := look(&walked, ratio), look(&crowdstore.Collected{}, ratio); !same(a, b) {
			t.Fatalf("at %v: %+v after other frames, %+v without any", ratio, a, b)
		}
	}
	fades := map[crowdstore.Fade]int{}
	var before []shownList
	for ratio := float32(0.25); ratio < 64; ratio *= 1.001 {
		lists := look(&walked, ratio)
		if len(before) == len(lists) && before[0].fade == lists[0].fade && before[0].tolerance == lists[0].tolerance {
			if lists[0].step < before[0].step {
				t.Errorf("at %v: step %d after %d", ratio, lists[0].step, before[0].step)
			}
		} else if len(before) > 0 && before[0].fade != crowdstore.FadeNone && before[0].step < 60 {
			t.Errorf("at %v: it ended at step %d of %d", ratio, before[0].step, crowdstore.FadeSteps)
		} else if lists[0].step > 4 {
			t.Errorf("at %v: it began at step %d", ratio, lists[0].step)
		}
		before = lists
		steps, in := map[uint32]bool{}, 0
		for _, l := range lists {
			fades[l.fade]++
			steps[l.step] = true
			if l.fade == crowdstore.FadeIn {
				in++
			}
			if most := v.Tolerance * ratio * 2 * reach.Radius; l.fade != crowdstore.FadeIn && l.tolerance > 1.0001*most {
				t.Errorf("at %v: an error of %v m may be seen, found %v", ratio, most, l.tolerance)
			}
			if l.fade == crowdstore.FadeBoth && !(l.coarser > l.tolerance) {
				t.Errorf("at %v: from an error of %v to %v", ratio, l.tolerance, l.coarser)
			}
		}
		if len(lists) > 2 || len(steps) != 1 || steps[0] != (lists[0].fade == crowdstore.FadeNone) || len(lists) != 1+in {
			t.Fatalf("at %v: %+v", ratio, lists)
		}
	}
	// the levels of the mesh, without those that are never reached, those of the rig, and impostors
	if fades[crowdstore.FadeBoth] < 3*25 || fades[crowdstore.FadeIn] < 2*25 || fades[crowdstore.FadeIn] > 2*35 ||
		fades[crowdstore.FadeOut] != fades[crowdstore.FadeIn] {
		t.Errorf("steps of the way in fades: %v", fades)
	}
	if last := before[0]; !last.impostors || last.fade != crowdstore.FadeNone {
		t.Errorf("far away: %+v", last)
	}
}

// A member that is far away does not change abruptly as it begins to blend, and as it ends to: its
// pictures fade out and in, step by step, also while it moves.
func TestImpostorsFadeAsTheyBlend(t *testing.T) {
	for name, blend := range map[string]func(f *fixture, m crowd.Member) error{
		"a crossfade":       func(f *fixture, m crowd.Member) error { return m.CrossFade(f.model.Clip("run"), 1) },
		"a short crossfade": func(f *fixture, m crowd.Member) error { return m.CrossFade(f.model.Clip("run"), 0.2) },
		"a layer": func(f *fixture, m crowd.Member) error {
			return m.Overlay(f.model.Clip("wave"), systems.WholeBody, 0.5)
		},
		"a layer that plays once": func(f *fixture, m crowd.Member) error {
			if err := m.Overlay(f.model.Clip("wave"), systems.WholeBody, 0.2); err != nil {
				return err
			}
			layers := generic.NewMap1[components.CrowdLayer](&f.world)
			l := layers.Get(m.Entity())
			l.Motion.Mode, l.Motion.Speed = assets.Once, 5
			return nil
		},
	} {
		f := newFixture(t)
		m := f.spawn(t, "walk")
		check(t, f.store.Sync())
		reach := f.store.KindOf(f.store.Slot(m.Entity())).Reach
		v := everything()
		v.Height, v.Tolerance, v.ImpostorRatio, v.Impostors = 0.8, 0.002, 30, []int32{100}
		v.Eye = reach.Center.Add(mgl32.Vec3{0, 0, 200 * reach.Radius})
		var c crowdstore.Collected
		look := func() (step int) {
			check(t, f.store.Sync())
			f.store.Begin(&c)
			f.store.Collect(&c, v)
			for _, l := range c.Lists {
				switch step = int(c.Entries[2*l.First+1] >> crowdstore.FadeShift); {
				case l.Impostors && l.Fade == crowdstore.FadeNone:
					return crowdstore.FadeSteps
				case l.Fade == crowdstore.FadeNone:
					return 0
				case len(c.Lists) != 2 || (l.Fade == crowdstore.FadeIn) != l.Impostors:
					t.Fatalf("%s: list %+v of %d", name, l, len(c.Lists))
				}
			}
			return step
		}
		if step := look(); step != crowdstore.FadeSteps {
			t.Fatalf("%s: expected an impostor, found step %d", name, step)
		}
		check(t, blend(f, m))
		before, least := crowdstore.FadeSteps, crowdstore.FadeSteps
		for frame := range 450 {
			check(t, m.Move(mgl32.Translate3D(0.01*float32(frame), 0, 0)))
			f.update(t, 0.005)
			step := look()
			if d := step - before; d > 5 || d < -5 {
				t.Errorf("%s: frame %d: from step %d to %d", name, frame, before, step)
			}
			before, least = step, min(least, step)
		}
		if ends := before == crowdstore.FadeSteps; least != 0 || ends != (name != "a layer") {
			t.Errorf("%s: the least step is %d, the last one %d", name, least, before)
		}
		follow := func(frames int) (last int) {
			for frame := range frames {
				f.update(t, 0.005)
				step := look()
				if d := step - before; d > 5 || d < -5 {
					t.Errorf("%s: frame %d: from step %d to %d", name, frame, before, step)
				}
				before = step
			}
			return before
		}
		if name != "a layer" {
			check(t, m.SetSpeed(1.5))
			if step := follow(20); step != crowdstore.FadeSteps {
				t.Errorf("%s, after another change: step %d", name, step)
			}
			continue
		}
		// A layer that faded out does not keep its member from being an impostor again.
		check(t, m.FadeOverlay(0, 0.5))
		if step := follow(100); step != 0 {
			t.Errorf("while the layer fades out: step %d", step)
		}
		if step := follow(100); step != crowdstore.FadeSteps {
			t.Errorf("after the layer faded out: step %d", step)
		}
		check(t, m.SetTint(mgl32.Vec3{1, 0.5, 0.5}))
		check(t, m.SetSpeed(1.5))
		if step := follow(20); step != crowdstore.FadeSteps {
			t.Errorf("after another change: step %d", step)
		}
		check(t, m.FadeOverlay(1, 0.5))
		if step := follow(300); step != 0 {
			t.Errorf("as the layer fades in again: step %d", step)
		}
	}
}
