package graph_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
)

// States that play a database name tags, in Go and in JSON, whose bits are those of the database.
func TestTagsOfStates(t *testing.T) {
	library, model, d := walks(t)
	build := func(state *graph.StateBuilder) (*graph.Graph, error) {
		return graph.New("g").Layer("base", state).Build(library, model)
	}
	g, err := build(graph.State("move").MotionByID(d).Require("walk").Forbid("turn", "run"))
	if err != nil {
		t.Fatal(err)
	}
	database := library.Motion(d).Motion.(*matching.Database)
	walk, _ := database.Tags("walk")
	others, _ := database.Tags("turn", "run")
	if s := g.States()[0]; s.Required != walk || s.Forbidden != others || walk == 0 {
		t.Errorf("the state has the tags %b and %b, expected %b and %b", s.Required, s.Forbidden, walk, others)
	}
	var text strings.Builder
	if err := g.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	again, err := graph.Read(strings.NewReader(text.String()), library, model)
	if err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	if s := again.States()[0]; s.Required != walk || s.Forbidden != others {
		t.Errorf("read again the state has the tags %b and %b:\n%s", s.Required, s.Forbidden, text.String())
	}
	for want, state := range map[string]*graph.StateBuilder{
		`did you mean "walk"?`:                graph.State("a").MotionByID(d).Require("wlak"),
		`tag "limp"`:                          graph.State("a").MotionByID(d).Forbid("limp"),
		"expected a motion that is":           graph.State("a").Require("walk"),
		"expected a motion that is a data":    graph.State("a").Clip("ahead").Forbid("walk"),
		"expected a database for the tags":    graph.State("a").MotionByID(model.Clips[0]).Require("walk"),
		"on the states of a machine":          graph.State("a").Machine(graph.State("b")).Require("walk"),
		`for the tags ["walk"], found clip "`: graph.State("a").MotionByID(model.Clips[0]).Require("walk"),
	} {
		if _, err := build(state); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected one with %q", err, want)
		}
	}
}

// walks returns a library with the mannequin and a database of two tagged clips.
func walks(t *testing.T) (*assets.Library, *assets.Model, id.Motion) {
	t.Helper()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	skeleton := library.Skeleton(model.Skeleton)
	b := matching.NewBuilder("walks", skeleton).Position("left_foot", 1)
	for i, tags := range [][]string{{"walk"}, {"walk", "turn"}, {"run"}} {
		c, err := courses.Stepping("ahead", skeleton, "walk", 1, float64(i)*0.5)
		if err != nil {
			t.Fatal(err)
		}
		b.Clip(library.AddClip(c), nil, tags...)
	}
	d, err := b.Add(library)
	if err != nil {
		t.Fatal(err)
	}
	return library, model, d
}
