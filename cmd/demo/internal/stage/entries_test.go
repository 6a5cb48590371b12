package stage_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/components"
)

// palettes returns what the characters show: the palettes of all that have one.
func palettes(s stage.Scene) (all []float32) {
	library := s.Animation().Library()
	query := generic.NewFilter1[components.SkinnedMesh]().Query(s.World())
	for query.Next() {
		model := library.Model(query.Get().Model)
		for _, skin := range model.Skins {
			all = append(all, s.Animation().Palette(query.Entity(), skin)...)
		}
	}
	return all
}

// Each scene of characters runs, moves, and can be scrubbed; a clip that the user chooses can be
// taken back. The characters have no findings, but for those that a scene means. In the end it is
// drawn, in the same context of GL as all others.
func TestEveryScene(t *testing.T) {
	input, err := stage.Input{Library: assets.NewLibrary()}.WithMannequin()
	if err != nil {
		t.Fatal(err)
	}
	draw := newPictures(t, input.Library)
	for _, entry := range stage.Entries {
		var s stage.Scene
		t.Run(entry.Name, func(t *testing.T) {
			count := 0
			if entry.Name == stage.Stadium {
				count = 1000
			}
			var err error
			if s, err = stage.Open(input, entry.Name, count, ""); err != nil {
				t.Fatal(err)
			}
			if s.Characters() == 0 || s.Showing() == "" {
				t.Errorf("%d characters, %q", s.Characters(), s.Showing())
			}
			size := s.Bounds().Max.Sub(s.Bounds().Min)
			if !(size[0] > 0.5 && size[1] > 0.5) || s.Ground() < -5 || s.Ground() > 0 {
				t.Errorf("bounds %v, ground %v", s.Bounds(), s.Ground())
			}
			if err := s.Update(0); err != nil {
				t.Fatal(err)
			}
			before := palettes(s)
			if len(before) == 0 && entry.Name != stage.Stadium {
				t.Error("no character shows anything")
			}
			for range 10 {
				if err := s.Update(1.0 / 30); err != nil {
					t.Fatal(err)
				}
			}
			explain(t, entry.Name, s)
			steps := []func() error{
				func() error { return s.Update(1.0 / 60) },
				func() error { return s.Update(2.3) },
				func() error { return s.Scrub(-0.5) },
			}
			if _, steered := s.(stage.Steerable); !steered {
				steps = append(steps,
					func() error { return s.CrossFade(1, 0.3) },
					func() error { return s.Update(0.7) },
					s.ResumeSchedule,
					func() error { return s.Update(0.1) })
			}
			for i, do := range steps {
				if err := do(); err != nil {
					t.Fatalf("step %d: %v", i, err)
				}
			}
			after := palettes(s)
			for _, x := range after {
				if x != x {
					t.Fatal("a palette holds NaN")
				}
			}
			if len(after) > 0 && slices.Equal(before, after) {
				t.Error("nothing has moved")
			}
		})
		if s == nil {
			continue
		}
		draw(entry.Name, s)
		s.Close()
	}
}

func TestEntriesDescribeScenes(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range stage.Entries {
		if e.Name == "" || e.Summary == "" || strings.HasSuffix(e.Summary, ".") || !strings.HasSuffix(e.Text, ".") ||
			!strings.Contains(strings.ToLower(e.Text), "look") || seen[e.Name] {
			t.Errorf("%+v", e)
		}
		seen[e.Name] = true
		if found, err := stage.Find(e.Name); err != nil || found.Summary != e.Summary {
			t.Errorf("%q: found %+v, %v", e.Name, found, err)
		}
	}
	if _, err := stage.Find("playbak"); err == nil || !strings.Contains(err.Error(), "playback") {
		t.Errorf("error %v", err)
	}
}
