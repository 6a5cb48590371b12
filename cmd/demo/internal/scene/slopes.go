package scene

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
)

// The course of [NewSlopes] lies along X: stairs up, a platform and a ramp down. Lengths are in
// meters.
const (
	stairsStart = -2.5
	stepDepth   = 0.36
	stepHeight  = 0.12
	stepCount   = 5
	platformEnd = 0.4
	rampEnd     = 2.5
	courseTop   = stepCount * stepHeight
	courseSide  = 2.05 // half of its width
)

// courseHeight returns the height of the course at a place.
func courseHeight(x float64) float64 {
	switch {
	case x < stairsStart || x >= rampEnd:
		return 0
	case x < platformEnd:
		return min(math.Floor((x-stairsStart)/stepDepth)+1, stepCount) * stepHeight
	}
	return courseTop * (rampEnd - x) / (rampEnd - platformEnd)
}

// courseGround is the ground for feet. Near the edge of a step a foot stands on the upper one.
func courseGround(x, _ float32) (float32, mgl32.Vec3) {
	const footLength = 0.09
	at := float64(x)
	if at >= platformEnd && at < rampEnd {
		return float32(courseHeight(at)), mgl32.Vec3{courseTop, rampEnd - platformEnd, 0}.Normalize()
	}
	height := max(courseHeight(at), courseHeight(at+footLength))
	if at < platformEnd {
		height = max(height, courseHeight(at-footLength))
	}
	return float32(height), mgl32.Vec3{0, 1, 0}
}

// walkHeight returns the height at which a character's Transform moves over the course: without the
// corners, as a capsule of physics glides.
func walkHeight(x float64) (height float64) {
	const reach, samples = 0.32, 32
	for i := range samples {
		height += courseHeight(x+reach*((float64(i)+0.5)/samples*2-1)) / samples
	}
	return height
}

// walkLane is a row of mannequins that walk one behind the other.
type walkLane struct {
	z, direction float64
	places       bool // feet are placed on the ground
	colors       int
}

var walkLanes = []walkLane{{1.6, 1, true, 1}, {0.8, -1, true, 1}, {-0.8, 1, false, 2}, {-1.6, -1, false, 2}}

// NewSlopes returns a scene of mannequins that walk over stairs and a ramp: the two rows in front
// with foot placement, the two rows behind without.
func NewSlopes(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	stack, err := s.placeFeet(model, courseGround)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.addCourse(), s.addCourt(area{half: 5})); err != nil {
		return nil, err
	}
	for _, lane := range walkLanes {
		if err := s.addLane(lane, models[lane.colors], stack); err != nil {
			return nil, err
		}
	}
	s.yaw, s.pitch, s.distance = 4, 15, 0.8
	s.bounds = assets.Box{Min: mgl32.Vec3{-3, 0, -courseSide}, Max: mgl32.Vec3{3, courseTop + 1.7, courseSide}}
	s.time = -Period
	for range int(Period * 60) { // in small steps, so that the first period looks like every other
		if err := s.Update(1.0 / 60); err != nil {
			return nil, err
		}
	}
	s.time = 0
	return s, nil
}

// addLane adds the mannequins of a lane. After a period each one is where the one before it was;
// the ends of the lane are outside the image.
func (s *Scene) addLane(lane walkLane, model *assets.Model, stack id.ModifierStack) error {
	const count = 4
	clip := model.Clip("walk")
	spacing := mannequin.WalkSpeed * loopingSpeed(s.library.Clip(clip)) * Period
	turn := mgl32.HomogRotate3DY(float32(lane.direction * math.Pi / 2))
	for i := range count {
		path := func(seconds float64) mgl32.Mat4 {
			along := math.Mod(spacing*(float64(i)+count+seconds/Period)+1.3*lane.z*lane.direction, spacing*count) -
				spacing*count/2
			x := lane.direction * along
			return mgl32.Translate3D(float32(x), float32(walkHeight(x)), float32(lane.z)).Mul4(turn)
		}
		a, err := s.addLooping(model, path(0), "walk", 0)
		if err != nil {
			return err
		}
		a.path = path
		if !lane.places {
			continue
		}
		if err := s.standOn(a, stack); err != nil {
			return err
		}
	}
	return nil
}

// addCourse adds the stairs, the platform and the ramp as one mesh.
func (s *Scene) addCourse() error {
	out := mesh.Primitive{Material: s.library.AddMaterial(&mesh.Material{
		Name:      "course",
		BaseColor: mgl32.Vec4{0.2, 0.21, 0.23, 1}, Roughness: 0.9,
	})}
	shade := float32(1)
	face := func(normal mgl32.Vec3, corners ...mgl32.Vec3) {
		first := uint32(len(out.Positions))
		for i, corner := range corners {
			out.Positions, out.Normals = append(out.Positions, corner), append(out.Normals, normal)
			out.Colors = append(out.Colors, mgl32.Vec4{shade, shade, shade, 1})
			if i >= 2 {
				out.Indices = append(out.Indices, first, first+uint32(i)-1, first+uint32(i))
			}
		}
	}
	// Strips across the course, and the walls below them.
	strip := func(from, to [2]float32) {
		near, far := mgl32.Vec3{from[0], from[1], courseSide}, mgl32.Vec3{to[0], to[1], courseSide}
		back := mgl32.Vec3{0, 0, -2 * courseSide}
		face(mgl32.Vec3{from[1] - to[1], to[0] - from[0], 0}.Normalize(), near, far, far.Add(back), near.Add(back))
		if from[0] == to[0] {
			return
		}
		floorNear, floorFar := mgl32.Vec3{from[0], 0, courseSide}, mgl32.Vec3{to[0], 0, courseSide}
		face(mgl32.Vec3{0, 0, 1}, floorNear, floorFar, far, near)
		face(mgl32.Vec3{0, 0, -1}, near.Add(back), far.Add(back), floorFar.Add(back), floorNear.Add(back))
	}
	for i := range stepCount {
		x, y := float32(stairsStart+stepDepth*float64(i)), float32(stepHeight*float64(i))
		shade = 0.5
		strip([2]float32{x, y}, [2]float32{x, y + stepHeight})
		shade = 1 + 0.5*float32(i%2)
		end := x + stepDepth
		if i == stepCount-1 {
			end = platformEnd
		}
		strip([2]float32{x, y + stepHeight}, [2]float32{end, y + stepHeight})
	}
	shade = 1.5
	strip([2]float32{platformEnd, courseTop}, [2]float32{rampEnd, 0})
	id, err := s.library.AddMesh(&mesh.Mesh{Name: "course", Primitives: []mesh.Primitive{out}})
	if err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	s.putMesh(id, mgl32.Ident4())
	return nil
}
