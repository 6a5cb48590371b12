package assets_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// sampled is what a library gives to whoever samples a clip.
type sampled struct {
	clip            *assets.Clip
	full, reduced   *bake.BakedClip
	mask, levelMask *rig.Mask
}

// An edition gives what the library gave before a change; what is only added, and assets that no
// pose depends on, end none.
func TestEditionsKeepWhatPosesDependOn(t *testing.T) {
	s := handmade.Arm(t)
	type world struct {
		*assets.Library
		skeleton assets.SkeletonID
		clip     assets.ClipID
		mask     id.Mask
		model    *assets.Model
		half     *rig.Mask
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	newWorld := func() (w world) {
		w.Library = assets.NewLibrary()
		w.skeleton = w.AddSkeleton(s)
		w.clip = w.AddClip(gait(t, s, "walk", 1, "left"))
		if w.Baked(w.clip) == nil {
			t.Fatal("the clip is not baked")
		}
		var err error
		w.half, err = rig.NewMask("half", s).Joints(1, s.JointName(0)).Build()
		must(err)
		w.mask, err = w.AddMask(w.half)
		must(err)
		must(w.SetLevels(w.skeleton, w.half))
		w.model = &assets.Model{Name: "arm", Skeleton: w.skeleton}
		w.model.SetClips(w.Library, []assets.ClipID{w.clip})
		_, err = w.AddModel(w.model)
		must(err)
		return w
	}
	look := func(w *world, l *assets.Library) sampled {
		return sampled{
			l.Clip(w.clip), l.Baked(w.clip), l.BakedAt(w.clip, 1), l.Mask(w.mask),
			l.LevelMask(w.skeleton, 1),
		}
	}
	for name, change := range map[string]struct {
		do   func(w *world)
		ends bool
	}{
		"RemoveClip":         {func(w *world) { w.RemoveClip(w.clip) }, true},
		"SetClip":            {func(w *world) { must(w.SetClip(w.clip, gait(t, s, "run", 2, "left"))) }, true},
		"SetBaked":           {func(w *world) { must(w.SetBaked(w.clip, nil)) }, true},
		"SetBaked to itself": {func(w *world) { must(w.SetBaked(w.clip, w.Baked(w.clip))) }, true},
		"Bake":               {func(w *world) { w.Bake(bake.Options{Tolerance: 0.1}, nil) }, true},
		"SetLevels":          {func(w *world) { must(w.SetLevels(w.skeleton)) }, true},
		"RemoveMask":         {func(w *world) { w.RemoveMask(w.mask) }, true},
		"RemoveModel":        {func(w *world) { w.RemoveModel(w.model.ID) }, true},
		"RemoveGraph": {func(w *world) {
			g, err := graph.New("g").Masks(graph.Mask("arm").Joints(1, s.JointName(0))).
				Layer("base", graph.State("a").MotionByID(w.clip)).Layer("over", graph.State("b")).Mask("arm").
				Build(w.Library)
			must(err)
			id, err := w.AddGraph(g)
			must(err)
			w.RemoveGraph(id)
		}, true},
		"Bake as before":    {func(w *world) { w.Bake(bake.Options{}, nil) }, false},
		"nothing to remove": {func(w *world) { w.RemoveClip(77); w.RemoveMask(77); w.RemoveModel(77) }, false},
		"AddClip":           {func(w *world) { w.AddClip(gait(t, s, "more", 1)) }, false},
		"Import": {func(w *world) {
			_, err := w.Import(newWorld().Library)
			must(err)
		}, false},
		"others": {func(w *world) {
			w.RemoveSkin(1)
			w.RemoveMesh(1)
			w.RemoveImage(w.AddImage(&mesh.Image{}))
		}, false},
	} {
		w := newWorld()
		w.Edition() // ended by the next one
		must(w.SetLevels(w.skeleton, w.half))
		edition, before := w.Edition(), look(&w, w.Library)
		if before.reduced == before.full || look(&w, edition.Library()) != before {
			t.Fatal("the present edition is not the library")
		}
		change.do(&w)
		w.AddClip(gait(t, s, "in its place", 1))
		if ended := w.Edition() != edition; ended != change.ends {
			t.Errorf("%s: the edition ended: %v", name, ended)
		}
		if look(&w, edition.Library()) != before {
			t.Errorf("%s: the edition gives something else", name)
		}
		if look(&w, w.Edition().Library()) != look(&w, w.Library) {
			t.Errorf("%s: the next edition is not the library", name)
		}
	}
}
