package systems_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Each system of an animation has an anchor, in the order of the frame.
func TestAnchorsAreTheSystemsInOrder(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "anchors.go", nil, 0)
	check(t, err)
	var anchors []string
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			check(t, err)
			if spec.Names[0].Name != "At"+name {
				t.Errorf("%s is the anchor of %q", spec.Names[0].Name, name)
			}
			anchors = append(anchors, name)
		}
		return true
	})
	f := newFixture(t, 1)
	check(t, f.animation.DetailByView(systems.DefaultDetail()))
	usePlaces(t, &f.world, f.animation)
	names := slices.DeleteFunc(f.animation.Schedule().Names(), func(name string) bool {
		return slices.Contains([]string{
			"RevealMoved", "WriteMovedPlaces", "ReadMovedPlaces", "WritePairedPlaces", "WriteAttachedPlaces",
		}, name)
	})
	if !slices.Equal(anchors, names) {
		t.Errorf("the anchors are\n%s\nthe systems are\n%s", strings.Join(anchors, " "), strings.Join(names, " "))
	}
	err = f.animation.Schedule().InsertAfter(ecs.SystemName("LocalToModels"), custom{"x", nil})
	if err == nil || !strings.Contains(err.Error(), `did you mean "LocalToModel"`) {
		t.Errorf("an unknown anchor: %v", err)
	}
}

// A frame runs without any of the systems, but what that system does is missing.
func TestFramesWithoutASystem(t *testing.T) {
	for _, name := range newFixture(t, 1).animation.Schedule().Names() {
		k := newRichFixture(t, 1)
		first, second := k.character(t), k.character(t)
		check(t, k.animation.Player(first).Play(k.clips[0]))
		check(t, k.animation.Player(second).Play(k.clips[1]))
		k.update(t, 0.1)
		check(t, k.animation.Schedule().Remove(ecs.SystemName(name)))
		for range 3 {
			if p := panicOf(t, func() { k.update(t, 0.1) }); p != nil {
				t.Fatalf("without %s: %v", name, p)
			}
		}
		k.animation.Close()
	}
}

// Poses on demand follow the systems that run now, whatever was replaced or removed between two
// frames.
func TestJointsFollowChangesOfTheSchedule(t *testing.T) {
	f := newFixture(t, 9)
	s := f.animation.Schedule()
	e := f.spawn(t, 0, 0.3)
	check(t, f.animation.EnableInertialization(e))
	check(t, f.animation.EnableModelMatrices(e))
	check(t, s.InsertBefore(systems.AtLocalToModel, ecs.EachBlock(repeatableTwist{twist{3}})))
	for _, change := range []struct {
		what string
		do   func() error
	}{
		{"nothing", func() error { return nil }},
		{"another twist", func() error { return s.Replace(twist{}, ecs.EachBlock(repeatableTwist{twist{2}})) }},
		{"no Inertialize", func() error { return s.Remove(systems.AtInertialize) }},
		{"no twist", func() error { return s.Remove(twist{}) }},
	} {
		check(t, change.do())
		check(t, f.animation.Player(e).Inertialize(1))
		for range 3 {
			f.update(t, 0.05)
			pose := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
			check(t, f.animation.LocalPose(e, pose))
			if !sameBits(pose.ModelMatrices(nil), f.animation.ModelMatrices(e)) {
				t.Fatalf("%s: the pose on demand is not that of the frame", change.what)
			}
		}
	}
}
