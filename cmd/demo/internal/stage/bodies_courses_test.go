package stage_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/roam"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// mostExcess is by how much bodies on random courses may be beyond the limits, in sum over the
// frames of a minute: degrees of anatomy, millimeters of overlaps and slips. Without what keeps
// limbs within their ranges and out of each other, and heels off the ground, it was 127, 144 and
// 200.
var mostExcess = map[string]float64{anatomy: 5, overlap: 40, slip: 30}

// TestHardlyABodyOfRandomCoursesIsBroken steers the matched character at random, a minute for each
// course. The worst frame of one course is chance; sums over several tell whether transitions break
// bodies. With SINEW_LONG in the environment there are 16 courses.
func TestHardlyABodyOfRandomCoursesIsBroken(t *testing.T) {
	courses := 2
	if os.Getenv("SINEW_LONG") != "" {
		courses = 16
	}
	input, shape := mannequinShape(t)
	w := watcher{scene: stage.Matching, shape: shape, worst: map[string]finding{}, excess: map[string]float64{}}
	for seed := range courses {
		s, err := stage.Open(input, stage.Matching, 0, "")
		if err != nil {
			t.Fatal(err)
		}
		w.bodies = nil
		w.find(t, s)
		steering := randomSteering{scene: s.(*roam.Scene), random: rand.New(rand.NewPCG(uint64(seed), 1))}
		for frame := range 60 * framesPerSecond {
			w.seconds = float64(frame+1) / framesPerSecond
			if err := steering.steer(w.seconds); err != nil {
				t.Fatal(err)
			}
			if err := s.Update(1.0 / framesPerSecond); err != nil {
				t.Fatal(err)
			}
			for _, b := range w.bodies {
				b.pose(s.Animation())
				w.measureJoints(b)
				w.measureCapsules(b)
				w.measureFeet(b, s.Animation())
			}
		}
		s.Close()
	}
	for measure, most := range mostExcess {
		got := w.excess[measure] / float64(courses)
		t.Logf("%s: %.1f beyond the limit in a minute, in sum over its frames", measure, got)
		if got > most {
			t.Errorf("%s: %.1f beyond the limit in a minute, in sum over its frames, expected at most %g", measure, got, most)
		}
	}
	if steps := w.worst[slip+" toe"]; len(w.bodies) != 1 || steps.detail == "" {
		t.Errorf("expected a body that walks, found %d of which toes slip by %v", len(w.bodies), steps)
	}
}

// randomSteering presses keys and points to places at random.
type randomSteering struct {
	scene  *roam.Scene
	random *rand.Rand
	next   float64 // seconds
}

func (r *randomSteering) steer(seconds float64) error {
	if seconds < r.next {
		return nil
	}
	r.next = seconds + 0.4 + 2*r.random.Float64()
	r.scene.Release(locomotion.Left)
	r.scene.Release(locomotion.Right)
	actions := []locomotion.Action{
		locomotion.Faster, locomotion.Faster, locomotion.Slower, locomotion.Left, locomotion.Right, locomotion.Wave,
	}
	if i := r.random.IntN(8); i < len(actions) {
		return r.scene.Press(actions[i])
	}
	angle, far := 2*math.Pi*r.random.Float64(), 1+7*r.random.Float64()
	at := r.scene.Transform().Col(3).Vec3()
	r.scene.GoTo(at.Add(mgl32.Vec3{float32(far * math.Sin(angle)), 0, float32(far * math.Cos(angle))}))
	return nil
}
