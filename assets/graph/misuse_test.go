package graph_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a graph or a builder that is nil or a zero value returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*graph.Graph)(nil), &graph.Graph{},
		(*graph.Builder)(nil), &graph.Builder{},
		(*graph.AnyStateBuilder)(nil), &graph.AnyStateBuilder{},
		(*graph.StateBuilder)(nil), &graph.StateBuilder{},
		(*graph.TransitionBuilder)(nil), &graph.TransitionBuilder{},
		(*graph.BlendSpaceBuilder)(nil), &graph.BlendSpaceBuilder{},
		(*graph.MaskBuilder)(nil), &graph.MaskBuilder{},
		(*graph.OverrideBuilder)(nil), &graph.OverrideBuilder{},
		(*graph.Transition)(nil),
	} {
		// Defaults returns zeros, builders of parts return the next part, and no conditions hold.
		probe.Methods(t, receiver, "Defaults", "To", "ConditionsHold")
		probe.Calls(t, receiver)
	}
	library := assets.NewLibrary()
	var (
		none       *graph.Builder
		state      *graph.StateBuilder
		anyState   *graph.AnyStateBuilder
		transition *graph.TransitionBuilder
		mask       *graph.MaskBuilder
		space      *graph.BlendSpaceBuilder
		override   *graph.OverrideBuilder
	)
	still := graph.State("still")
	const noMembers = "expected states and transitions, made by State and AnyState, as its members, found nil"
	for want, build := range map[string]func() (*graph.Graph, error){
		"expected a builder from New, found nil": func() (*graph.Graph, error) {
			return none.Float("speed", 0).Layer("base", still).Build(library)
		},
		noMembers: func() (*graph.Graph, error) {
			return graph.New("g").Layer("base", still, state.Clip("walk").To("still")).Build(library)
		},
		"as its members, found nil": func() (*graph.Graph, error) {
			return graph.New("g").Layer("base", still, anyState.To("still").Fade(1)).Build(library)
		},
		"its members, found nil": func() (*graph.Graph, error) {
			return graph.New("g").Layer("base", still, transition.Fade(1).To("still")).Build(library)
		},
		"expected a mask, made by Mask, found nil": func() (*graph.Graph, error) {
			return graph.New("g").Layer("base", still).Masks(mask.Subtree(1, "hips")).Build(library)
		},
		"expected a blend space, made by BlendSpace1D or BlendSpace2D, found nil": func() (*graph.Graph, error) {
			return graph.New("g").Layer("base", still).BlendSpaces(space.At(1, "walk").Speed(2)).Build(library)
		},
		"expected the base of the override, found nil": func() (*graph.Graph, error) {
			return override.Clip("walk", "run").Build(library)
		},
	} {
		if _, err := build(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected the error %q, found %v", want, err)
		}
	}
}
