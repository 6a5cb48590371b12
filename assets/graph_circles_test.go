package assets_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// Transitions that take no time must not lead around without end.
func TestCircles(t *testing.T) {
	stock := newGraphStock(t)
	walk := func(name string) *assets.StateBuilder { return assets.State(name).Clip("Walk") }
	for name, row := range map[string]struct {
		graph *assets.GraphBuilder
		want  string // empty: no circle
	}{
		"two":             {one(walk("A").To("B"), walk("B").To("A")), "A -> B -> A"},
		"itself":          {one(walk("A").To("A")), "A -> A"},
		"three":           {one(walk("A").To("B"), walk("B").To("C"), walk("C").To("A")), "A -> B -> C -> A"},
		"not the first":   {one(walk("A").To("B"), walk("B").To("C"), walk("C").To("B")), "B -> C -> B"},
		"a fade":          {one(walk("A").To("B"), walk("B").To("A").Fade(0.1)), ""},
		"a trigger":       {one(walk("A").To("B"), walk("B").To("A").On("go")), ""},
		"a time":          {one(walk("A").To("B"), walk("B").To("A").After(0.5)), ""},
		"a time passed":   {one(walk("A").To("B").Offset(0.5), walk("B").To("A").After(0.5)), "A -> B -> A"},
		"at the time 0":   {one(walk("A").To("B"), walk("B").To("A").After(0)), "A -> B -> A"},
		"time at the end": {one(walk("A").To("B").After(0.5), walk("B").To("A").Offset(0.75)), "A -> B -> A"},
		"either":          {one(walk("A").To("B").If("flag"), walk("B").To("A").IfNot("flag")), ""},
		"both":            {one(walk("A").To("B").If("flag"), walk("B").To("A").If("flag")), "A -> B -> A"},
		"apart":           {one(walk("A").To("B").When("speed", ">", 0.1), walk("B").To("A").When("speed", "<", 0.1)), ""},
		"touching":        {one(walk("A").To("B").When("speed", ">=", 0.1), walk("B").To("A").When("speed", "<=", 0.1)), "A -> B -> A"},
		"overlapping":     {one(walk("A").To("B").When("speed", ">", 0.1), walk("B").To("A").When("speed", "<", 0.2)), "A -> B -> A"},
		"not equal": {
			one(walk("A").To("B").When("n", ">=", 2).When("n", "<=", 3).When("n", "!=", 2), walk("B").To("A").When("n", "!=", 3)), "",
		},
		"not quite equal": {
			one(walk("A").To("B").When("n", ">=", 2).When("n", "<=", 4).When("n", "!=", 2), walk("B").To("A").When("n", "!=", 3)), "A -> B -> A",
		},
		"zeros": {
			one(walk("A").To("B").When("speed", ">=", 0), walk("B").To("A").When("speed", "<=", 0).When("speed", "!=", 0)), "",
		},
		"any": {one(walk("A"), walk("B"), assets.AnyState().To("A").If("flag").To("B").When("n", ">", 0)), "A -> B -> A"},
		"any apart": {
			one(walk("A"), walk("B"), assets.AnyState().To("A").When("n", "==", 0).To("B").When("n", "==", 1)), "",
		},
		"through machines": {
			one(walk("A").To("M"), assets.State("M").Machine(walk("B").To("C"), walk("C")).To("A")), "A -> M/B -> A",
		},
		"a rest pose waits": {one(assets.State("A").To("B"), assets.State("B").Clip("Walk").To("A").After(1)), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := row.graph.Build(stock.library, stock.model)
			switch {
			case row.want == "" && err != nil:
				t.Error(err)
			case row.want != "" && (err == nil || !strings.Contains(err.Error(), "in a circle that can be taken without end in one frame: "+row.want)):
				t.Errorf("%v, want %s", err, row.want)
			}
		})
	}
}
