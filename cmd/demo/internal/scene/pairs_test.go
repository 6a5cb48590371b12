package scene_test

import (
	"math"
	"strings"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// The hands of couples of any sizes meet, also in the second period and in long frames; the last
// couple is interrupted in each, and begins anew.
func TestPairsShakeHands(t *testing.T) {
	for _, fps := range []float64{10, 60} {
		library, model := mannequins(t)
		s, err := scene.NewPairs(library, model)
		if err != nil {
			t.Fatal(err)
		}
		reader := s.Animation().Events().Reader()
		ended, broken := 0, 0
		for frame := 1; float64(frame) <= 2*scene.Period*fps; frame++ {
			if err := s.Update(1 / fps); err != nil {
				t.Fatal(err)
			}
			events, _ := s.Animation().Events().Read(&reader)
			for _, e := range events {
				switch e.Kind {
				case ecs.PairEnded:
					ended++
				case ecs.PairBroken:
					broken++
				}
			}
			want := ""
			switch time := math.Mod(float64(frame)/fps, scene.Period); {
			case time > 0.8 && time < 1.05:
				want = "4 of 4 couples shake hands"
			case time > 1.6 && time < 2.3:
				want = "3 of 4 couples shake hands"
			case time > 2.9:
				want = "0 of 4 couples shake hands"
			}
			status := s.Status()
			if want != "" && (!strings.HasPrefix(status, want) || !strings.HasSuffix(status, " 0 mm off")) {
				t.Errorf("%v frames a second, frame %d: %q, expected %q", fps, frame, status, want)
			}
		}
		if ended != 2*2*3 || broken != 2*2 {
			t.Errorf("%v frames a second: %d ended and %d were interrupted in two periods", fps, ended, broken)
		}
		s.Close()
	}
}

// Who jumps to a moment in time sees the handshake of that moment.
func TestPairsFromAnyTime(t *testing.T) {
	library, model := mannequins(t)
	s, err := scene.NewPairs(library, model)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, jump := range []float64{scene.Period + 0.9, scene.Period} {
		if err := s.Update(jump); err != nil {
			t.Fatal(err)
		}
		if status := s.Status(); status != "4 of 4 couples shake hands, up to 0 mm off" {
			t.Errorf("after %v s: %q", s.Time(), status)
		}
	}
}

// Nobody jumps when the hands meet and part, when a couple is interrupted, and at the seam.
func TestPairsMoveSmoothly(t *testing.T) {
	library, model := mannequins(t)
	s, err := scene.NewPairs(library, model)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.ShowSkeletons(); err != nil {
		t.Fatal(err)
	}
	const step = 1.0 / 60
	before := map[ecs.Entity][]float32{}
	fastest := 0.0
	for range int(2 * scene.Period / step) {
		if err := s.Update(step); err != nil {
			t.Fatal(err)
		}
		query := generic.NewFilter2[components.Skeleton, components.Transform]().Query(s.World())
		for query.Next() {
			_, at := query.Get()
			model := s.Animation().ModelMatrices(query.Entity())
			var places []float32
			for i := 0; i < len(model); i += 12 {
				p := at.Matrix.Mul4x1([4]float32{model[i+3], model[i+7], model[i+11], 1})
				places = append(places, p[:3]...)
			}
			if was := before[query.Entity()]; was != nil {
				for i := 0; i < len(places); i += 3 {
					d := math.Hypot(float64(places[i]-was[i]), math.Hypot(float64(places[i+1]-was[i+1]),
						float64(places[i+2]-was[i+2])))
					fastest = max(fastest, d/step)
				}
			}
			before[query.Entity()] = places
		}
	}
	if fastest > 8 || fastest < 0.5 { // a hand that waves has 6 m/s; one that jumps by 15 cm would have 9
		t.Errorf("the fastest joint moves at %.1f m/s", fastest)
	}
}
