package scene_test

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
)

// The crowd goes where it will, equally each time, and hardly anybody walks through another one.
func TestMatchingCrowdsAvoidEachOther(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	var last []float32
	for round := range 2 {
		s, err := scene.NewMatchingCrowd(library, model)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		begin, _ := members(s)
		pairs, near := 0, 0
		for range 60 {
			if err := s.Update(0.1); err != nil {
				t.Fatal(err)
			}
			if round > 0 {
				continue
			}
			places, _ := members(s)
			for i := range places {
				for k := range i {
					pairs++
					if places[i].Col(3).Sub(places[k].Col(3)).Len() < 0.3 {
						near++
					}
				}
			}
		}
		end, _ := members(s)
		var now []float32
		far := 0
		for i := range end {
			if end[i].Col(3).Sub(begin[i].Col(3)).Len() > 3 {
				far++
			}
			now = append(now, end[i][:]...)
		}
		if far < len(end)/2 {
			t.Errorf("%d of %d characters went more than 3 m in 6 s", far, len(end))
		}
		if round == 0 {
			perFrame := float64(near) / 60
			t.Logf("%.1f pairs of %d characters are nearer than 0.3 m", perFrame, len(end))
			if perFrame > 4 {
				t.Errorf("%.1f pairs of characters are nearer than 0.3 m", perFrame)
			}
			last = now
		} else if !slices.Equal(now, last) {
			t.Error("the same crowd went elsewhere")
		}
	}
}
