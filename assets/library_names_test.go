package assets_test

import (
	"errors"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// wantNotFound fails the test if an error is not a failed look-up with a message.
func wantNotFound[I ~uint32 | ~int](t testing.TB, id I, err error, want string) {
	t.Helper()
	if id != 0 || !errors.Is(err, rig.ErrNotFound) || err.Error() != want {
		t.Errorf("found %d, error %v\nwant %s", id, err, want)
	}
}

func TestFindByName(t *testing.T) {
	l, s := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	model := &assets.Model{Name: "fox", Skeleton: l.AddSkeleton(s)}
	var clips []assets.ClipID
	for _, name := range []string{"Survey", "Walk", "Run"} {
		clips = append(clips, l.AddClip(handmade.Build(t, clip.NewBuilder(name, s))))
	}
	model.SetClips(l, clips)
	space, err := blendspace.New1D("move").At(0, clips[0]).Add(l)
	if err != nil {
		t.Fatal(err)
	}
	built, err := rig.NewMask("upper body", s).Build()
	if err != nil {
		t.Fatal(err)
	}
	mask, err := l.AddMask(built)
	if err != nil {
		t.Fatal(err)
	}
	machine, err := graph.New("locomotion").Layer("base", graph.State("idle")).Build(l)
	if err != nil {
		t.Fatal(err)
	}
	g, err := l.AddGraph(machine)
	if err != nil {
		t.Fatal(err)
	}

	if id, err := model.FindClip("Run"); id != clips[2] || err != nil {
		t.Errorf("the clip is %d, %v", id, err)
	}
	if id, err := l.FindMotion("move"); id != space || err != nil {
		t.Errorf("the blend space is %d, %v", id, err)
	}
	if id, err := l.FindMask("upper body"); id != mask || err != nil {
		t.Errorf("the mask is %d, %v", id, err)
	}
	if id, err := l.FindGraph("locomotion"); id != g || err != nil {
		t.Errorf("the graph is %d, %v", id, err)
	}
	if id, err := l.FindCurve("smoothstep"); id != clip.SmoothStep || err != nil {
		t.Errorf("the curve is %d, %v", id, err)
	}
	if j, err := s.FindJoint(s.JointName(1)); j != 1 || err != nil {
		t.Errorf("the joint is %d, %v", j, err)
	}

	missing, err := model.FindClip("Rum")
	wantNotFound(t, missing, err, `model "fox" has no clip "Rum"; did you mean "Run"? It has "Survey", "Walk", "Run"`)
	noSpace, err := l.FindMotion("mvoe")
	wantNotFound(t, noSpace, err,
		`the library has no motion "mvoe"; did you mean "move"? It has "Survey", "Walk", "Run", "move"`)
	noMask, err := l.FindMask("Upper Body")
	wantNotFound(t, noMask, err, `the library has no mask "Upper Body"; did you mean "upper body"? It has "upper body"`)
	noGraph, err := l.FindGraph("combat")
	wantNotFound(t, noGraph, err, `the library has no graph "combat"; it has "locomotion"`)
	noCurve, err := l.FindCurve("smooth step")
	wantNotFound(t, noCurve, err,
		`the library has no curve "smooth step"; did you mean "smoothstep"? It has "linear", "smoothstep"`)
	noClip, err := new(assets.Model).FindClip("Run")
	wantNotFound(t, noClip, err, `model "" has no clip "Run"; it has none`)
	names := []string{s.JointName(0), s.JointName(1)}
	noJoint, err := s.FindJoint(names[1] + "x")
	wantNotFound(t, noJoint, err, `skeleton "`+s.Name()+`" has no joint "`+names[1]+`x"; did you mean "`+names[1]+
		`"? It has "`+names[0]+`", "`+names[1]+`"`)
}
