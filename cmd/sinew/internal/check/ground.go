package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
)

const (
	sampleRate = 60 // times a second at which clips are looked at
	// plantedHeight is how far, as a fraction of the size of the skeleton, a foot that stands is
	// above its lowest place in the clip.
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
	for _, bone := range []string{"leftFoot", "rightFoot", "leftToes", "rightToes"} {
		if joint, ok := humanoid.Joint(bone); ok {
			c.feet = append(c.feet, joint)
		}
	}
}

// checkGround finds how a clip moves over the ground: as a whole, and by its feet.
func (c *checker) checkGround(source *assets.Clip) {
	where := fmt.Sprintf("clip %q", source.Name())
	frames := int((source.End()-source.Start())*sampleRate) + 1
	if frames < 4 || source.Additive() || len(c.feet) == 0 {
		return
	}
	places := make([][][3]float32, len(c.feet)) // by foot and frame
	lowest := make([]float32, len(c.feet))
	var first, last mgl32.Vec3
	pose := rig.NewPose(c.skeleton)
	var models []float32
	for f := range frames {
		if source.Sample(source.Start()+float64(f)/sampleRate, pose) != nil {
			return
		}
		models = pose.ModelMatrices(models)
		moved := source.RootMotion().At(source.Start() + float64(f)/sampleRate)
		turn := mgl32.QuatRotate(float32(moved.Yaw), mgl32.Vec3{0, 1, 0})
		world := func(p [3]float32) mgl32.Vec3 {
			return turn.Rotate(p).Add(mgl32.Vec3{float32(moved.X), float32(moved.Y), float32(moved.Z)})
		}
		for i, foot := range c.feet {
			p := world(at(models, foot))
			if places[i] = append(places[i], p); f == 0 || p[1] < lowest[i] {
				lowest[i] = p[1]
			}
		}
		if last = world(at(models, c.hips)); f == 0 {
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
	c.checkFeet(where, places, lowest, travels)
}

// checkFeet looks at the speeds of feet while they stand. If all move alike the character walks on
// the spot; if they do not, they slide.
func (c *checker) checkFeet(where string, places [][][3]float32, lowest []float32, travels bool) {
	var x, z []float64
	for i, list := range places {
		for f := 1; f < len(list); f++ {
			a, b := list[f-1], list[f]
			limit := lowest[i] + float32(plantedHeight*c.size)
			if a[1] > limit || b[1] > limit {
				continue
			}
			x = append(x, float64(b[0]-a[0])*sampleRate/c.size)
			z = append(z, float64(b[2]-a[2])*sampleRate/c.size)
		}
	}
	if len(x) == 0 {
		return
	}
	meanX, meanZ := quantile(slices.Clone(x), 1, 2), quantile(slices.Clone(z), 1, 2)
	speed := math.Hypot(meanX, meanZ)
	if speed > walkSpeed && !travels {
		c.find("no-root-motion", where,
			fmt.Sprintf("expected root motion of a character that walks, found none; its feet stand "+
				"at a speed of %.3g", speed*c.size),
			fmt.Sprintf("move the character ahead by %.3g units a second times the speed of "+
				"the clip", speed*c.size))
	}
	deviation := make([]float64, len(x))
	for i := range x {
		deviation[i] = math.Hypot(x[i]-meanX, z[i]-meanZ)
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
