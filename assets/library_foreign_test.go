package assets_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// twoLibraries returns two libraries with a model each. Skeletons, clips and skins have the same
// names and so the same IDs in both, the models have not.
func twoLibraries(t testing.TB) (libraries [2]*assets.Library, models [2]*assets.Model) {
	t.Helper()
	shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 3, Bone: 0.3}
	for i, name := range []string{"mannequin", "robot"} {
		libraries[i] = assets.NewLibrary(assets.Exact())
		models[i] = randomassets.Model(rand.New(rand.NewPCG(uint64(i), 1)), libraries[i], shape, 2)
		models[i].Name = name
		if _, err := libraries[i].AddModel(models[i]); err != nil {
			t.Fatal(err)
		}
	}
	return libraries, models
}

// wantError fails the test if an error is nil or lacks a text, or if an ID came with it.
func wantError[I ~uint32](t testing.TB, id I, err error, want string) {
	t.Helper()
	if id != 0 || err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("ID %#x, error %v, want 0 and %q", id, err, want)
	}
}

func TestModelOfAnotherLibrary(t *testing.T) {
	l, m := twoLibraries(t)
	if m[0].Skeleton != m[1].Skeleton {
		t.Fatalf("the skeletons have the IDs %#x and %#x, so that this test shows nothing", m[0].Skeleton,
			m[1].Skeleton)
	}
	if !l[0].Owns(m[0]) || l[0].Owns(m[1]) || l[0].Owns(nil) || l[0].Owns(&assets.Model{}) {
		t.Error("a library owns another model than its own")
	}
	id, err := l[0].AddModel(m[1])
	wantError(t, id, err,
		`model "robot" belongs to another library, to which it was added first; add it there, or take that library over by Import`)
	copied := *m[1]
	id, err = l[0].AddModel(&copied)
	wantError(t, id, err, `model "robot" belongs to another library`)
	l[1].RemoveModel(m[1].ID)
	if l[1].Owns(m[1]) {
		t.Error("a library owns a model that was removed")
	}
}

// Blend spaces and graphs refer to clips by ID, which name others in another library.
func TestControlAssetsOfAnotherLibrary(t *testing.T) {
	l, m := twoLibraries(t)
	space, err := blendspace.New1D("move").At(0, m[1].Clips[0]).At(1, m[1].Clips[1]).Build(l[1])
	if err != nil {
		t.Fatal(err)
	}
	spaceID, err := l[0].AddMotion(space)
	wantError(t, spaceID, err,
		`blend space "move": clip 0: motion 0x70100001 is not in the library: it is of another one; its index is that of `+
			`clip 0xc9d00001 "random" for skeleton "random"`)
	if _, err := l[1].AddMotion(space); err != nil {
		t.Error(err)
	}

	mask, err := rig.NewMask("half", l[1].Skeleton(m[1].Skeleton)).Build()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l[1].AddMask(mask); err != nil {
		t.Fatal(err)
	}
	curve, err := clip.NewCurve("square", func(x float32) float32 { return x * x })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l[1].AddCurve(curve); err != nil {
		t.Fatal(err)
	}
	for want, builder := range map[string]*graph.Builder{
		`graph "plays": state "one": motion 0x70100001 is not in the library`: graph.New("plays").Layer("base",
			graph.State("one").MotionByID(m[1].Clips[0])),
		`state "one": motion 0xf2a00003 is not in the library`: graph.New("mixes").Float("x", 0).
			Layer("base", graph.State("one").BlendSpace("move", "x")),
		`layer "over": mask 0x9a600001 is not in the library`: graph.New("masks").Layer("base", graph.State("one")).
			Layer("over", graph.State("two")).Mask("half"),
		`transition from "one" to "two": its curve "square": curve 0x76d00001 is not in the library: it may be of another one; this one has had 0 of this kind`: graph.New("fades").Bool("go", false).
			Layer("base", graph.State("one").To("two").WhenTrue("go").Fade(1).Curve("square"), graph.State("two")),
	} {
		g, err := builder.Build(l[1], m[1])
		if err != nil {
			t.Fatal(err)
		}
		id, err := l[0].AddGraph(g)
		wantError(t, id, err, want)
		if _, err := l[1].AddGraph(g); err != nil {
			t.Error(err)
		}
	}
	err = l[0].SetLevels(m[0].Skeleton, mask)
	const want = `skeleton "random": level 1: mask "half" is for skeleton "random", a different one of that name; expected one for skeleton "random"`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	unresolved, err := graph.New("later").Layer("base", graph.State("one").Clip("walk")).Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l[0].AddGraph(unresolved); err != nil {
		t.Error(err)
	}
}

// The ID 0 of a mask means all joints and the ID 0 of a curve the straight line, so a failed build
// must not become it.
func TestAddNilIsAnError(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	mask, err := l.AddMask(nil)
	wantError(t, mask, err, "add mask: it is nil")
	curve, err := l.AddCurve(nil)
	wantError(t, curve, err, "add curve: it is nil")
	space, err := l.AddMotion(nil)
	wantError(t, space, err, "add motion: it is nil")
	g, err := l.AddGraph(nil)
	wantError(t, g, err, "add graph: it is nil")
	g, err = l.AddGraph(&graph.Graph{})
	wantError(t, g, err, `graph "": expected a graph that Build or Read made, found a zero value`)
	model, err := l.AddModel(nil)
	wantError(t, model, err, "expected a model, found nil")
	if l.Count() != (assets.Count{}) {
		t.Errorf("count %+v", l.Count())
	}
}
