package findings

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/footing"
)

const (
	sampleRate = 60 // times a second at which clips are looked at
	// plantedHeight is how far, as a fraction of the size of the skeleton, a joint of a foot that
	// stands is above its lowest place in the clip.
	plantedHeight = 0.02
	// walkSpeed and slideSpeed are speeds in sizes of the skeleton a second: a foot that stands
	// moves faster where the character walks on the spot, and one that slides moves so unlike the
	// others.
	walkSpeed  = 0.25
	slideSpeed = 0.35
	// traveled is how far a clip moves its character at least, in sizes of the skeleton.
	traveled = 0.25
)

// findHumanoid finds the hips and the feet of a humanoid.
func (c *checker) findHumanoid() {
	humanoid, err := retarget.Humanoid(c.skeleton)
	if err != nil {
		return
	}
	if joint, ok := humanoid.Joint("hips"); ok {
		c.hips = joint
	}
	c.feet = footing.Feet(c.skeleton)
}

// checkGround finds how a clip moves over the ground: as a whole, and by its feet.
func (c *checker) checkGround(source *assets.Clip) {
	where := fmt.Sprintf("clip %q", source.Name())
	frames := int((source.End()-source.Start())*sampleRate) + 1
	if frames < 4 || source.Additive() || len(c.feet) == 0 {
		return
	}
	feet := footing.NewTrack(c.feet, plantedHeight*c.size)
	var first, last mgl32.Vec3
	pose := rig.NewPose(c.skeleton)
	var models []float32
	for f := range frames {
		time := source.Start() + float64(f)/sampleRate
		if source.Sample(time, pose) != nil {
			return
		}
		models = pose.ModelMatrices(models)
		moved := source.RootMotion().At(time)
		turn := mgl32.HomogRotate3DY(float32(moved.Yaw))
		world := rig.MatrixFromMat4(mgl32.Translate3D(float32(moved.X), float32(moved.Y), float32(moved.Z)).Mul4(turn))
		feet.Add(models, world)
		if last = world.Point(at(models, c.hips)); f == 0 {
			first = last
		}
	}
	ways := last.Sub(first)
	travels := math.Hypot(float64(ways[0]), float64(ways[2])) > traveled*c.size
	if travels && source.RootMotion() == nil {
		c.find("root-motion-left", where,
			fmt.Sprintf("expected root motion for a clip that moves its character by %.4g, found none; "+
				"in a loop it jumps back", math.Hypot(float64(ways[0]), float64(ways[2]))),
			"open it with Options.RootMotion of package gltfio, or extract it by clip.ExtractRootMotion")
	}
	c.checkFeet(where, feet.Steps(), travels)
}

// checkFeet looks at the speeds of feet while they stand. If all move alike the character walks on
// the spot; if they do not, they slide.
func (c *checker) checkFeet(where string, steps []footing.Step, travels bool) {
	if len(steps) == 0 {
		return
	}
	perSecond := sampleRate / c.size // from units a frame to sizes a second
	driftX, driftZ := footing.Drift(steps)
	meanX, meanZ := driftX*perSecond, driftZ*perSecond
	speed := math.Hypot(meanX, meanZ)
	if speed > walkSpeed && !travels {
		c.find("no-root-motion", where,
			fmt.Sprintf("expected root motion of a character that walks, found none; its feet stand "+
				"at a speed of %.3g", speed*c.size),
			fmt.Sprintf("move the character ahead by %.3g units a second times the speed of "+
				"the clip", speed*c.size))
	}
	deviation := make([]float64, len(steps))
	for i, s := range steps {
		deviation[i] = math.Hypot(s.X*perSecond-meanX, s.Z*perSecond-meanZ)
	}
	if slide := quantile(deviation, 3, 4); slide > slideSpeed {
		c.find("feet-slide", where,
			fmt.Sprintf("expected feet that stand still while they are on the ground, found a quarter "+
				"of the moments faster than %.3g units a second", slide*c.size),
			"mend the clip, or lock the feet by modifier.Feet")
	}
}

// angle returns the angle between two rotations in degrees.
func angle(a, b mgl32.Quat) float64 {
	dot := math.Abs(float64(a.Normalize().Dot(b.Normalize())))
	return 2 * math.Acos(min(dot, 1)) * 180 / math.Pi
}

func quaternion(v []float32) mgl32.Quat { return mgl32.Quat{V: mgl32.Vec3{v[0], v[1], v[2]}, W: v[3]} }
