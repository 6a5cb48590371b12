package stage_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/roam"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// What is measured of a body.
const (
	clavicles = "clavicle" // degrees from the rest pose
	anatomy   = "anatomy"  // degrees beyond the range of a joint
	overlap   = "overlap"  // millimeters by which two capsules overlap more than in the rest pose
	slip      = "slip"     // millimeters by which a foot on the ground slips
	stretch   = "stretch"  // length of an edge of the mesh over its length in the rest pose
)

// bodyLimits are the largest values that a whole body may have.
var bodyLimits = map[string]float64{clavicles: 35, anatomy: 0, overlap: 10, slip: 5, stretch: 2.5}

// bodyScenes is how long a scene is watched, in seconds, if it is not one period of it.
var bodyScenes = map[string]float64{
	stage.Locomotion: locomotion.Period, "ragdoll": 16, stage.Matching: roam.Period, stage.Recordings: 7,
}

// TestNoBodyIsBroken walks through all scenes and looks at the bodies of the built-in mannequin: at
// what no person could do, or no skin could bear. With SINEW_LONG in the environment it looks at
// the skin in each frame instead of each sixth.
func TestNoBodyIsBroken(t *testing.T) {
	input, shape := mannequinShape(t)
	for _, entry := range stage.Entries {
		if reason, skipped := noBodies[entry.Name]; skipped {
			t.Logf("%s: %s", entry.Name, reason)
			continue
		}
		t.Run(entry.Name, func(t *testing.T) {
			s, err := stage.Open(input, entry.Name, 0, "")
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			w := watcher{scene: entry.Name, shape: shape, worst: map[string]finding{}}
			w.watch(t, s)
			w.judge(t)
		})
	}
}

// mannequinShape returns the input of scenes with the mannequin, and what its bodies are measured
// by.
func mannequinShape(t *testing.T) (stage.Input, *shape) {
	t.Helper()
	input, err := stage.Input{Library: assets.NewLibrary()}.WithMannequin()
	if err != nil {
		t.Fatal(err)
	}
	s, err := newShape(input.Library, input.Models[0])
	if err != nil {
		t.Fatal(err)
	}
	return input, s
}

// finding is the worst value of a measure of a joint or a pair of bodies in a scene.
type finding struct {
	measure string
	value   float64
	detail  string // which joint, and of which body
	seconds float64
}

// watcher measures the bodies of a scene.
type watcher struct {
	scene   string
	shape   *shape
	bodies  []*watched
	worst   map[string]finding // by measure and what
	excess  map[string]float64 // by measure: how far values were beyond the limit, in sum over all frames
	seconds float64
}

// framesPerSecond is how often bodies are looked at.
const framesPerSecond = 30

// surfaceEvery returns in how many frames the surface of a body is looked at once.
func surfaceEvery() int {
	if os.Getenv("SINEW_LONG") != "" {
		return 1
	}
	return 6
}

// mostBodies is how many bodies of a crowd are looked at.
const mostBodies = 12

func (w *watcher) watch(t *testing.T, s stage.Scene) {
	t.Helper()
	if err := s.Update(0); err != nil {
		t.Fatal(err)
	}
	w.find(t, s)
	if len(w.bodies) == 0 {
		t.Fatal("expected bodies of the mannequin, found none: noBodies lists the scenes without")
	}
	duration, listed := bodyScenes[w.scene]
	if !listed {
		duration = scene.Period
	}
	for frame := range int(duration * framesPerSecond) {
		if err := s.Update(1.0 / framesPerSecond); err != nil {
			t.Fatal(err)
		}
		w.seconds = float64(frame+1) / framesPerSecond
		for i, b := range w.bodies {
			if b.joints != nil {
				b.pose(s.Animation())
				w.measureJoints(b)
				w.measureCapsules(b)
				if onTheSpot[w.scene] == "" {
					w.measureFeet(b, s.Animation())
				}
			}
			if (frame+i)%surfaceEvery() == 0 {
				w.measureSurface(b, s.Animation())
			}
		}
	}
}

// find lists the bodies of the scene: all characters whose skeletons have the mannequin's joints in
// their rest pose, or an even choice of a crowd. Of those with the same joints in another rest
// pose, such as the companion, only the skin is looked at.
func (w *watcher) find(t *testing.T, s stage.Scene) {
	t.Helper()
	library := s.Animation().Library()
	var mannequins, others []*watched
	query := generic.NewFilter2[components.SkinnedMesh, components.Transform]().Query(s.World())
	for query.Next() {
		mesh, _ := query.Get()
		model := library.Model(mesh.Model)
		b := &watched{entity: query.Entity(), model: model, joints: w.shape.find(library.Skeleton(model.Skeleton))}
		switch {
		case b.joints != nil:
			mannequins = append(mannequins, b)
		case w.shape.resembles(library.Skeleton(model.Skeleton)):
			others = append(others, b)
		}
	}
	for _, all := range [][]*watched{mannequins, others} {
		for i := range min(len(all), mostBodies) {
			w.bodies = append(w.bodies, all[i*len(all)/min(len(all), mostBodies)])
		}
	}
	for i, b := range w.bodies {
		b.name = fmt.Sprintf("body %d", i)
		if err := s.Animation().EnableModelMatrices(b.entity); err != nil {
			t.Fatal(err)
		}
		b.place = generic.NewMap1[components.Transform](s.World())
	}
	if err := s.Update(0); err != nil {
		t.Fatal(err)
	}
}

// watched is a body of a scene.
type watched struct {
	entity   ecs.Entity
	model    *assets.Model
	name     string
	joints   []int // of its skeleton, by the mannequin's; nil if the rest pose is another one
	place    generic.Map1[components.Transform]
	matrices []rig.Matrix // in model space, by the mannequin's joints
	feet     [2]foothold
}

func (b *watched) pose(animation interface{ ModelMatrices(ecs.Entity) []float32 }) {
	all := animation.ModelMatrices(b.entity)
	b.matrices = b.matrices[:0]
	for _, j := range b.joints {
		b.matrices = append(b.matrices, rig.MatrixAt(all, j))
	}
}

// note keeps a value if it is the worst so far.
func (w *watcher) note(b *watched, measure, what string, value float64) {
	if beyond := value - bodyLimits[measure]; beyond > 0 && w.excess != nil {
		w.excess[measure] += beyond
	}
	key := measure + " " + withoutSides(what)
	if was, known := w.worst[key]; !known || value > was.value {
		w.worst[key] = finding{measure, value, b.name + ", " + what, w.seconds}
	}
}

// withoutSides returns a name of joints without their sides.
func withoutSides(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "left_", ""), "right_", "")
}

// judge reports what is beyond the limits.
func (w *watcher) judge(t *testing.T) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(w.worst)) {
		f := w.worst[key]
		if allowed := bodyLimits[f.measure]; f.value > allowed {
			t.Errorf("scene %s, %.2f s, %s: %s %.2f, allowed %.2f", w.scene, f.seconds, f.detail, f.measure,
				f.value, allowed)
		}
	}
}
