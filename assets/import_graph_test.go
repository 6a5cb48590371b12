package assets_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// definingLibrary returns a library for a skeleton with clips of some names, and a graph of a name
// in it that defines a mask and a blend space of the first two clips.
func definingLibrary(t testing.TB, s *rig.Skeleton, name string, clips ...string) (*assets.Library, assets.GraphID) {
	t.Helper()
	l := assets.NewLibrary(assets.Exact())
	l.AddSkeleton(s)
	for i, clipName := range clips {
		l.AddClip(handmade.Build(t, clip.NewBuilder(clipName, s).Range(0, float64(1+i))))
	}
	added, err := definingGraph(s, name, clips).Add(l)
	if err != nil {
		t.Fatal(err)
	}
	return l, added
}

// definingGraph describes the graph of [definingLibrary].
func definingGraph(s *rig.Skeleton, name string, clips []string) *graph.Builder {
	return graph.New(name).Float("speed", 0).
		Masks(graph.Mask("tip").Subtree(1, s.JointName(1))).
		BlendSpaces(graph.BlendSpace1D("gait").At(0, clips[0]).At(1, clips[1])).
		Layer("base",
			graph.State("moves").BlendSpace("gait", "speed").To("waves").When("speed", "<", 0).Fade(0.1),
			graph.State("waves").Clip(clips[0])).
		Layer("over", graph.State("waves").Clip(clips[1])).Mask("tip")
}

// importGraphs imports a library with a graph into one that has other assets of the same kinds
// under the IDs there, and returns both and the IDs of their graphs in the importing one.
func importGraphs(t testing.TB) (own, other *assets.Library, ownGraph, imported, there assets.GraphID, ids assets.IDMap) {
	t.Helper()
	s := handmade.Arm(t)
	own, ownGraph = definingLibrary(t, s, "own", "sit", "lie", "roll")
	other, there = definingLibrary(t, s, "other", "walk", "run")
	ids, err := own.Import(other)
	if err != nil {
		t.Fatal(err)
	}
	return own, other, ownGraph, assets.Translate(ids, there), there, ids
}

// definitionsOf returns the IDs of the mask and the blend space that a graph defines.
func definitionsOf(t testing.TB, l *assets.Library, of assets.GraphID) (id.Mask, id.BlendSpace) {
	t.Helper()
	g := l.Graph(of)
	masks, spaces := g.DefinedMasks(), g.DefinedBlendSpaces()
	if len(masks) != 1 || len(spaces) != 1 {
		t.Fatalf("expected one mask and one blend space, found %d and %d", len(masks), len(spaces))
	}
	if m := l.Mask(masks[0].ID); m == nil || m.Name() != masks[0].Name || g.Layers()[1].Mask != masks[0].ID {
		t.Errorf("graph %q defines the mask %s and has the mask %s", g.Name(), l.Describe(masks[0].ID),
			l.Describe(g.Layers()[1].Mask))
	}
	if space := l.BlendSpace(spaces[0].ID); space == nil || space != spaces[0].Space || g.States()[0].Motion != spaces[0].ID {
		t.Errorf("graph %q defines the blend space %s and plays %s", g.Name(), l.Describe(spaces[0].ID),
			l.Describe(g.States()[0].Motion))
	}
	return masks[0].ID, spaces[0].ID
}

// An imported graph defines the mask and the blend space that were imported with it, and none of
// the library that imported it.
func TestImportedGraphDefinesWhatWasImported(t *testing.T) {
	own, other, ownGraph, imported, there, ids := importGraphs(t)
	oldMask, oldSpace := definitionsOf(t, other, there)
	mask, space := definitionsOf(t, own, imported)
	if mask != assets.Translate(ids, oldMask) || space != assets.Translate(ids, oldSpace) {
		t.Errorf("expected %s and %s, found %s and %s", own.Describe(assets.Translate(ids, oldMask)),
			own.Describe(assets.Translate(ids, oldSpace)), own.Describe(mask), own.Describe(space))
	}
	if mask == oldMask || space == oldSpace {
		t.Fatal("the IDs are the same in both libraries, so that this test shows nothing")
	}
	ownMask, ownSpace := definitionsOf(t, own, ownGraph)
	if !own.RemoveGraph(imported) || own.Mask(mask) != nil || own.BlendSpace(space) != nil {
		t.Error("what an imported graph defines is still there without it")
	}
	if own.Mask(ownMask) == nil || own.BlendSpace(ownSpace) == nil {
		t.Error("what another graph defines went with an imported graph")
	}
	definitionsOf(t, other, there)
}

// What replaces an imported graph keeps the IDs of what both define.
func TestReplaceAnImportedGraph(t *testing.T) {
	own, _, ownGraph, imported, _, _ := importGraphs(t)
	mask, space := definitionsOf(t, own, imported)
	ownMask, ownSpace := definitionsOf(t, own, ownGraph)
	before := own.Count()
	edited := definingGraph(own.Graph(imported).Skeleton(), "other", []string{"run", "walk"})
	g, err := edited.Build(own)
	if err != nil {
		t.Fatal(err)
	}
	if err := own.ReplaceGraph(imported, g); err != nil {
		t.Fatal(err)
	}
	if nowMask, nowSpace := definitionsOf(t, own, imported); nowMask != mask || nowSpace != space {
		t.Errorf("expected %s and %s, found %s and %s", own.Describe(mask), own.Describe(space), own.Describe(nowMask),
			own.Describe(nowSpace))
	}
	if first := own.BlendSpace(space).Samples()[0].Clip; own.Clip(first).Name() != "run" {
		t.Errorf("the blend space is still that of the graph before: it begins with %s", own.Describe(first))
	}
	if nowMask, nowSpace := definitionsOf(t, own, ownGraph); nowMask != ownMask || nowSpace != ownSpace || own.Count() != before {
		t.Errorf("what another graph defines is replaced too: the library holds %+v, expected %+v", own.Count(), before)
	}
}

// An override of an imported graph plays its clips, and not those that have their IDs in the library
// that imported it.
func TestOverrideAnImportedGraph(t *testing.T) {
	own, _, _, imported, _, _ := importGraphs(t)
	base := own.Graph(imported)
	g, err := graph.Override("rolls", base).Clip("walk", "roll").Build(own)
	if err != nil {
		t.Fatal(err)
	}
	if rolls := own.Clip(g.States()[1].Motion); rolls == nil || rolls.Name() != "roll" {
		t.Errorf("expected the replacement, found %s", own.Describe(g.States()[1].Motion))
	}
	if g.States()[2].Motion != base.States()[2].Motion || g.Layers()[1].Mask != base.Layers()[1].Mask {
		t.Errorf("expected %s and %s of the base, found %s and %s", own.Describe(base.States()[2].Motion),
			own.Describe(base.Layers()[1].Mask), own.Describe(g.States()[2].Motion), own.Describe(g.Layers()[1].Mask))
	}
	samples := g.DefinedBlendSpaces()[0].Space.Samples()
	for i, want := range []string{"roll", "run"} {
		if c := own.Clip(samples[i].Clip); c == nil || c.Name() != want {
			t.Errorf("sample %d: expected the clip %q, found %s", i, want, own.Describe(samples[i].Clip))
		}
	}
}
