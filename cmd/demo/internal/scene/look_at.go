package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
)

// The crowd of [NewLookAt] stands on half circles around a runner.
const (
	watcherRows    = 13
	watcherNearest = 4.2 // radius of the first row, in meters
	watcherRowStep = 1.1 // between rows
	watcherSpacing = 0.85
)

// watchStack is a stack whose goal "watch" a character looks at with spine, neck and head, within
// what a person can do.
func watchStack(library *assets.Library, model *assets.Model) (id.ModifierStack, error) {
	return modifier.New("watch", library.Skeleton(model.Skeleton)).LookAt("watch", modifier.LookAt{
		Joints:  []string{"spine_2", "spine_3", "spine_4", "neck_2", "head"},
		Shares:  []float32{0.08, 0.1, 0.15, 0.4, 1},
		Forward: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0}, Eye: mgl32.Vec3{0, 0.08, 0.08},
		Limits: modifier.LookLimits{Yaw: [2]float32{-1.4, 1.4}, Pitch: [2]float32{-0.6, 0.6}},
		Speed:  5,
	}).Add(library)
}

// NewLookAt returns a scene of a crowd of 500 mannequins that follow one with their eyes, who runs
// around between them.
func NewLookAt(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	stack, err := watchStack(library, model)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	s.yaw, s.pitch, s.distance = 14, 9, 0.81
	if err := s.AddSquare(watcherNearest + watcherRows*watcherRowStep + 2); err != nil {
		return nil, err
	}

	circling, circle, err := withCircleRun(library, models[0])
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	runner, err := s.addLooping(circling, circle(0), circleRun, 0)
	if err != nil {
		return nil, err
	}
	runner.path = circle

	number := 0
	for row := range watcherRows {
		distance := watcherNearest + watcherRowStep*float64(row)
		count := int(math.Pi * distance / watcherSpacing)
		for i := range count {
			angle := math.Pi * (float64(i) + 0.5) / float64(count) // from the right to the left, behind the runner
			number++
			wobble := 0.35 * math.Sin(float64(number)*2.4)
			at := mgl32.Translate3D(float32(distance*math.Cos(angle)), 0, float32(-distance*math.Sin(angle)))
			facing := angle - math.Pi/2 + wobble // to the middle, more or less
			phase := math.Mod(0.37*float64(number), 1)
			a, err := s.addLooping(models[number%len(models)], at.Mul4(mgl32.HomogRotate3DY(float32(facing))),
				"idle", phase)
			if err != nil {
				return nil, err
			}
			if err := s.animation.Modify(a.entity, stack); err != nil {
				return nil, err
			}
			watch := s.animation.Modifier(a.entity, "watch")
			if err := watch.Follow(runner.entity, "head"); err != nil {
				return nil, err
			}
			if err := watch.Fade(1, 0); err != nil {
				return nil, err
			}
		}
	}
	// the runner and the nearest faces, of which an upright picture shows the middle
	s.bounds = assets.Box{Min: mgl32.Vec3{-1.4, 0, -watcherNearest}, Max: mgl32.Vec3{1.4, 1.9, 1.8}}
	for range int(Period * 60) { // in small steps, so that the first period looks like every other
		if err := s.Update(1.0 / 60); err != nil {
			return nil, err
		}
	}
	s.time = 0
	return s, nil
}
