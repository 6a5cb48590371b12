package scene

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems"
)

// setLevels sets levels of detail without fingers, and with the largest joints only.
func (s *Scene) setLevels(model *assets.Model) error {
	skeleton := s.library.Skeleton(model.Skeleton)
	noFingers := rig.NewMask("no fingers", skeleton).Subtree(1, "root")
	trunk := rig.NewMask("trunk", skeleton).Joints(1, "root", "hips", "spine_2", "spine_4", "head")
	for _, side := range []string{"left_", "right_"} {
		for _, finger := range []string{"index", "middle", "ring", "pinky"} {
			noFingers.Subtree(0, side+finger+"_metacarpal")
		}
		noFingers.Subtree(0, side+"thumb_1")
		trunk.Joints(1, side+"upper_arm", side+"forearm", side+"thigh", side+"shin")
	}
	first, err := noFingers.Build()
	if err != nil {
		return err
	}
	second, err := trunk.Build()
	if err != nil {
		return err
	}
	return s.library.SetLevels(model.Skeleton, first, second)
}

// The camera of [NewLevelsOfDetail] stands before the crowd and turns.
const (
	watchSwing  = 0.6 // radians to each side
	watchField  = 0.75
	watchAspect = 1.4
	watchReach  = 40.0
)

// watched are the steps of detail, with the colors that show them: of models by index.
var watched = [...]struct {
	text   string
	color  int
	detail systems.DetailStep // of the steps after the first one
}{
	{"green: every frame", 3, systems.DetailStep{}},
	{"blue: every 2nd frame", 1, systems.DetailStep{Below: 0.38, Interval: 2}},
	{"yellow: every 4th, no fingers", 4, systems.DetailStep{Below: 0.25, Interval: 4, Level: 1}},
	{"purple: every 8th, trunk and limbs", 5, systems.DetailStep{Below: 0.19, Interval: 8, Level: 2}},
}

// NewLevelsOfDetail returns a scene of a crowd before a camera that turns: what it sees small is
// posed less often and with fewer joints, what it does not see is neither posed nor drawn. Colors
// show the level of each.
func NewLevelsOfDetail(library *assets.Library, model *assets.Model) (*Scene, error) {
	// Levels are set for a skeleton, and how far a character reaches depends on all clips for it.
	model, err := figure.Separate(library, model, "mannequin with levels")
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	policy := systems.DetailPolicy{Cull: true, Hysteresis: 0.1}
	for _, w := range watched[1:] {
		policy.Steps = append(policy.Steps, w.detail)
	}
	if err := s.setLevels(model); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	if err := s.animation.DetailByView(policy); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	const columns, rows, spacing = 21, 16, 1.5
	clips := []string{"dance", "walk", "wave", "run", "jump"}
	for i := range columns * rows {
		row, column := i/columns, i%columns
		at := mgl32.Translate3D(spacing*(float32(column)-(columns-1)/2), 0, -spacing*float32(row))
		if _, err := s.add(models[0], at, model.Clip(clips[(i*7+row)%len(clips)]), float64(i*29%97)/97); err != nil {
			return nil, err
		}
	}
	eye, err := s.put("camera", ink, mgl32.Ident4(), film().parts[0].surface, edgesOfView())
	if err != nil {
		return nil, err
	}
	views := generic.NewMap1[components.View](&s.world)
	view := views.NewWith(&components.View{})
	s.direct = func(time float64) error {
		turn := math.Pi + watchSwing*math.Sin(2*math.Pi*time/(2*Period))
		at := mgl32.Translate3D(0, 1.7, 5).Mul4(mgl32.HomogRotate3DY(float32(turn)))
		s.move(eye, at)
		look := mgl32.LookAtV(at.Col(3).Vec3(), mgl32.TransformCoordinate(mgl32.Vec3{0, -0.05, 1}, at),
			mgl32.Vec3{0, 1, 0})
		*views.Get(view) = systems.NewView(mgl32.Perspective(watchField, watchAspect, 0.1, 200), look)
		return nil
	}
	details := generic.NewMap1[components.LevelOfDetail](&s.world)
	meshes := generic.NewMap1[components.SkinnedMesh](&s.world)
	var counts [len(watched)]int
	culled := 0
	s.observe = func(float64) error {
		counts, culled = [len(watched)]int{}, 0
		for _, a := range s.characters {
			d := details.Get(a.entity)
			if d.Culled {
				culled++
				continue
			}
			counts[d.Step]++
			meshes.Get(a.entity).Model = models[watched[d.Step].color].ID
		}
		return nil
	}
	s.report = func() string {
		var text strings.Builder
		for i, w := range watched {
			fmt.Fprintf(&text, "%3d %s\n", counts[i], w.text)
		}
		fmt.Fprintf(&text, "%3d out of its view: not posed, not drawn", culled)
		return text.String()
	}
	if err := s.AddSquare(32); err != nil {
		return nil, err
	}
	s.bounds.Max[2] = 5.5
	s.yaw, s.pitch, s.distance = 0, 34, 0.86
	return s, s.Update(0)
}

// edgesOfView returns the edges of what a camera sees that looks along +Z, on the ground below it.
func edgesOfView() mesh.Primitive {
	half := float32(math.Tan(watchField/2)) * watchAspect * watchReach
	out := prop.Join(beam(mgl32.Vec3{}, mgl32.Vec3{half, 0, watchReach}, 0.03),
		beam(mgl32.Vec3{}, mgl32.Vec3{-half, 0, watchReach}, 0.03))
	return prop.Moved(out, mgl32.Translate3D(0, -1.6, 0))
}
