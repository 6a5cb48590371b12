package matching

import (
	"fmt"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Explain explains what a character wishes, and the database that it plays.
func Explain(s *explaining.Subject) {
	c := Character{
		Wish: explaining.Of[components.Wish](s), Player: explaining.Of[components.AnimationPlayer](s),
		Layers: advance.Layers{
			First: explaining.Of[components.Layers](s),
			More:  explaining.Of[components.MoreLayers](s),
		},
	}
	if c.Player == nil {
		return
	}
	d, playback, layer := c.database(s.Library)
	if c.Wish == nil {
		if d != nil {
			s.Find("no-wish", explaining.InLayer(layer),
				"expected components.Wish for a database, found none; it plays on "+
					"without a search", "play it by Player.Play, which adds what a database needs, and set Animation.Wish")
		}
		return
	}
	w := c.Wish
	out := &explain.Matching{
		Velocity: explaining.Numbers(w.Velocity), Facing: explaining.Numbers(w.Facing),
		Place: explaining.Numbers(w.Place.Position), Wait: explaining.Number(w.Wait),
		Interval: explaining.Number(w.Interval),
		Given:    w.Given,
	}
	if w.Started {
		if t := explaining.Of[components.Transform](s); t != nil {
			away := exact.ToVec3(t.Matrix.Col(3).Vec3()).Sub(exact.ToVec3(w.Place.Position))
			out.Drift = explaining.Number(float32(away.Length()))
		}
	}
	if d != nil {
		out.Layer, out.Frame = layer, d.FrameAt(playback.Time)
		if m := s.Library.Motion(playback.Motion); m != nil {
			out.Database = m.Name
		}
		if !s.HasRootMotion() {
			s.Find("database-without-root-motion", explaining.InLayer(layer),
				fmt.Sprintf("expected components.RootMotion for "+
					"database %q, whose clips move the character, found none", out.Database),
				"call Animation.EnableRootMotion")
		}
	}
	if !isFinite(w) {
		s.Find("wish-not-finite", "", "expected a finite wish, found infinities or NaN; it counts as one to stand",
			"write finite numbers into the Wish")
	}
	s.Out.Matching = out
}
