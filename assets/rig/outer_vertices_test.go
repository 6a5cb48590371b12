package rig_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// Outer vertices that a skeleton cannot have are refused, and it keeps those that it has.
func TestSetOuterVertices(t *testing.T) {
	s := handmade.ExampleArm()
	if got := s.OuterVertices(); got != nil {
		t.Errorf("a new skeleton has %v", got)
	}
	good := [][]rig.VertexInfluence{
		{{Joint: 1, Position: [3]float32{1, 2, 3}, Weight: 0.75}, {Joint: 0, Weight: 0.25}}, {{Joint: 0, Weight: 1}},
	}
	if err := s.SetOuterVertices(good); err != nil {
		t.Fatal(err)
	}
	want := [][]rig.VertexInfluence{
		{{Joint: 1, Position: [3]float32{1, 2, 3}, Weight: 0.75}, {Joint: 0, Weight: 0.25}}, {{Joint: 0, Weight: 1}},
	}
	good[0][0].Joint, good[1] = 99, nil // what is given is copied
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for _, row := range []struct {
		name string
		bad  rig.VertexInfluence
		want string
	}{
		{"joint too high", rig.VertexInfluence{Joint: s.Len()}, "expected a joint from 0 to 1, found 2"},
		{"joint too low", rig.VertexInfluence{Joint: -1}, "expected a joint from 0 to 1, found -1"},
		{"x", rig.VertexInfluence{Position: [3]float32{nan, 0, 0}}, "expected finite numbers, found NaN"},
		{"y", rig.VertexInfluence{Position: [3]float32{0, inf, 0}}, "expected finite numbers, found -Inf"},
		{"z", rig.VertexInfluence{Position: [3]float32{0, 0, -inf}}, "expected finite numbers, found +Inf"},
		{"weight", rig.VertexInfluence{Weight: nan}, "expected finite numbers, found NaN"},
	} {
		err := s.SetOuterVertices([][]rig.VertexInfluence{{{Weight: 1}}, {{Weight: 1}, row.bad}})
		if text := `skeleton "` + s.Name() + `": outer vertex 1: ` + row.want; err == nil || err.Error() != text {
			t.Errorf("%s: error %v, want %s", row.name, err, text)
		}
		if got := s.OuterVertices(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: the skeleton has %v, want %v", row.name, got, want)
		}
	}
	if err := s.SetOuterVertices(nil); err != nil || len(s.OuterVertices()) > 0 {
		t.Errorf("error %v, and the skeleton has %v", err, s.OuterVertices())
	}
}
