package figure

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// Millipede is a creature of many segments with two legs each. It walks on a circle, to the left,
// along which its body is bent.
type Millipede struct {
	Segments int
	Radius   float64 // of the circle, in meters
	Turn     float64 // radians of the circle per second
	Step     float64 // seconds from a step of a leg to its next one
	Color    mgl32.Vec4
}

// The measures of a millipede, in meters. A leg has three bones.
const (
	segmentLength = 0.14
	bodyHeight    = 0.2
	hipSide       = 0.085 // from the middle of the body
	hipDown       = 0.03
	footSide      = 0.31
	footLift      = 0.06
	bodyWave      = 0.006 // by which segments rise and sink
)

var legBones = [3]float64{0.04, 0.16, 0.24}

// How a millipede walks. Each foot is put down and lifted at a key of the clip.
const (
	keysPerStep  = 32
	onGround     = 20.0 / keysPerStep // the part of a step in which the foot stands
	legsPerWave  = 8                  // legs of a side, from one that lifts its foot to the next one that does
	antennaSwing = 0.16               // radians
)

// Joints of a segment: itself and, for the left side and the right side, the bones of the leg.
const (
	hip          = 1
	jointsOfLeg  = len(legBones)
	jointsOfBody = 1 + 2*jointsOfLeg
)

// segmentJoint returns the index of a segment's joint, before sorting. The root is joint 0.
func segmentJoint(segment, joint int) int { return 1 + segment*jointsOfBody + joint }

// sides are the left side and the right side along x.
var sides = [2]float64{1, -1}

// Add adds the millipede to a library, as a model with a clip of one step. While the clip plays,
// the model has to move on the circle, whose center is to the left of its origin.
func (m Millipede) Add(library *assets.Library) (*assets.Model, error) {
	joints, feelers := m.joints()
	skeleton, err := rig.NewSkeleton("millipede", joints, nil)
	if err != nil {
		return nil, err
	}
	influences := make([]int, len(joints))
	for i := range influences {
		influences[i], _ = skeleton.FromSource(i)
	}
	skin, err := rig.NewSkin("millipede", skeleton, influences, nil)
	if err != nil {
		return nil, err
	}
	surface, err := library.AddMesh(m.surface(library, feelers))
	if err != nil {
		return nil, err
	}
	walk, err := m.walk(skeleton, influences).Add(library)
	if err != nil {
		return nil, err
	}
	half := float32(m.length() / 2)
	out := &assets.Model{
		Name: "millipede", Skeleton: library.AddSkeleton(skeleton),
		Bounds: assets.Box{Min: mgl32.Vec3{-0.4, 0, -half - 0.1}, Max: mgl32.Vec3{0.4, 0.35, half + 0.4}},
	}
	out.Skins = []assets.SkinID{library.AddSkin(skin)}
	out.Parts = []assets.Part{{Name: "body", Mesh: surface, Skin: out.Skins[0]}}
	out.SetClips(library, []assets.ClipID{walk})
	_, err = library.AddModel(out)
	return out, err
}

func (m Millipede) length() float64 { return float64(m.Segments) * segmentLength }

// joints returns the joints, stretched out along z with the legs to the sides, and the chains of
// the antennas.
func (m Millipede) joints() (joints []rig.Joint, feelers []Chain) {
	add := func(name string, parent int, at mgl32.Vec3, turn mgl32.Quat) {
		joints = append(joints,
			rig.Joint{
				Name: name, Parent: parent,
				Rest: rig.TRS{Translation: at, Rotation: turn, Scale: mgl32.Vec3{1, 1, 1}},
			})
	}
	front := mgl32.Vec3{0, bodyHeight, float32(m.length() / 2)}
	add("root", -1, mgl32.Vec3{}, mgl32.QuatIdent())
	for i := range m.Segments {
		if i == 0 {
			add("segment_0", 0, front, mgl32.QuatIdent())
		} else {
			add(fmt.Sprintf("segment_%d", i), segmentJoint(i-1, 0), mgl32.Vec3{0, 0, -segmentLength}, mgl32.QuatIdent())
		}
		for side, name := range []string{"left", "right"} {
			joint := segmentJoint(i, hip+side*jointsOfLeg)
			add(fmt.Sprintf("%s_hip_%d", name, i), segmentJoint(i, 0), hipAt(side), outward(side))
			add(fmt.Sprintf("%s_leg_%d", name, i), joint, mgl32.Vec3{float32(legBones[0]), 0, 0}, mgl32.QuatIdent())
			add(fmt.Sprintf("%s_shin_%d", name, i), joint+1, mgl32.Vec3{float32(legBones[1]), 0, 0}, mgl32.QuatIdent())
		}
	}
	for side, name := range []string{"left", "right"} {
		chain := Chain{Name: name + "_antenna", Radius: [2]float32{0.012, 0.006}, Ball: 0.016}
		at := front.Add(mgl32.Vec3{0.04 * float32(sides[side]), 0.04, 0.1})
		parent := segmentJoint(0, 0)
		for k := range 4 {
			chain.Points = append(chain.Points, at)
			if k < 3 {
				offset := at.Sub(front)
				if k > 0 {
					offset = at.Sub(chain.Points[k-1])
				}
				add(chain.Joint(k), parent, offset, mgl32.QuatIdent())
				parent = len(joints) - 1
			}
			at = at.Add(mgl32.Vec3{0.035 * float32(sides[side]), 0.035 - 0.012*float32(k), 0.085})
		}
		feelers = append(feelers, chain)
	}
	return joints, feelers
}

// hipAt returns the place of a hip in the space of its segment, and outward its rotation there: a
// leg's x axis points away from the body.
func hipAt(side int) mgl32.Vec3 {
	return mgl32.Vec3{hipSide * float32(sides[side]), -hipDown, -segmentLength / 2}
}

func outward(side int) mgl32.Quat {
	return mgl32.QuatRotate(float32(side)*math.Pi, mgl32.Vec3{0, 1, 0})
}

// walk begins the clip.
func (m Millipede) walk(skeleton *assets.Skeleton, joint []int) *clip.Builder {
	var times []float32
	frames := make([][]mgl32.Mat4, skeleton.Len()) // by joint, in the spaces of their parents
	for key := range keysPerStep + 1 {
		part := float64(key) / keysPerStep
		times = append(times, float32(part*m.Step))
		parent := mgl32.Ident4()
		for i := range m.Segments {
			at := m.segmentAt(i, part)
			put := func(k int, local mgl32.Mat4) {
				j := joint[segmentJoint(i, k)]
				frames[j] = append(frames[j], local)
			}
			put(0, parent.Inv().Mul4(at))
			parent = at
			for side := range sides {
				for k, turn := range m.leg(i, side, part, at) {
					put(hip+side*jointsOfLeg+k, turn)
				}
			}
		}
		for k := segmentJoint(m.Segments, 0); k < skeleton.Len(); k++ { // the antennas
			j := joint[k]
			rest := skeleton.Rest(j).Matrix().Mat4()
			swing := antennaSwing * math.Sin(2*math.Pi*(part+0.17*float64(k)))
			frames[j] = append(frames[j], rest.Mul4(mgl32.HomogRotate3DX(float32(swing))))
		}
	}
	b := clip.NewBuilder("walk", skeleton)
	for j := range frames {
		if frames[j] != nil {
			b.Matrices(j, clip.Linear, times, frames[j])
		}
	}
	return b
}

// chord is the angle of the circle from a segment to the next one.
func (m Millipede) chord() float64 { return 2 * math.Asin(segmentLength/2/m.Radius) }

// onCircle returns the transform of what is on the circle in front of the model's origin, by an
// angle, at a distance to the left.
func (m Millipede) onCircle(angle, left float64) mgl32.Mat4 {
	radius := m.Radius - left
	at := mgl32.Translate3D(float32(m.Radius-radius*math.Cos(angle)), 0, float32(radius*math.Sin(angle)))
	return at.Mul4(mgl32.HomogRotate3DY(float32(angle)))
}

// segmentAt returns the transform of a segment in model space, at a part of a step.
func (m Millipede) segmentAt(segment int, part float64) mgl32.Mat4 {
	front := m.chord() * (float64(m.Segments)/2 - float64(segment))
	height := bodyHeight + bodyWave*math.Sin(2*math.Pi*m.phase(segment, part))
	at := m.onCircle(front, 0).Col(3)
	return mgl32.Translate3D(at[0], float32(height), at[2]).Mul4(mgl32.HomogRotate3DY(float32(front - m.chord()/2)))
}

// phase returns at which part of its step the legs of a segment are. Each pair begins its step a
// little later than the one behind it, so that waves run forward along the body.
func (m Millipede) phase(segment int, part float64) float64 {
	phase := part + float64(segment)/legsPerWave
	return phase - math.Floor(phase)
}

// foot returns where a foot is in model space: on the ground it moves backward with the circle, so
// that it stands in the world, and above it swings forward.
func (m Millipede) foot(segment, side int, part float64) mgl32.Vec3 {
	middle := m.chord() * (float64(m.Segments-1)/2 - float64(segment))
	phase, reach := m.phase(segment, part), m.Turn*m.Step*onGround/2
	lift := 0.0
	if phase < onGround {
		middle += reach * (1 - 2*phase/onGround)
	} else {
		sin, cos := math.Sincos(math.Pi * (phase - onGround) / (1 - onGround))
		middle, lift = middle-reach*cos, footLift*sin
	}
	at := m.onCircle(middle, sides[side]*footSide).Col(3).Vec3()
	at[1] = float32(lift)
	return at
}

// leg returns the transforms of the joints of a leg whose segment is at a place in model space. The
// hip turns toward the foot, and the angles of the bones follow from the law of cosines.
func (m Millipede) leg(segment, side int, part float64, body mgl32.Mat4) (local [jointsOfLeg]mgl32.Mat4) {
	at := hipAt(side)
	base := mgl32.Translate3D(at[0], at[1], at[2]).Mul4(outward(side).Mat4())
	foot := mgl32.TransformCoordinate(m.foot(segment, side, part), body.Mul4(base).Inv())
	x, y, z := float64(foot[0]), float64(foot[1]), float64(foot[2])
	out := math.Hypot(x, z) - legBones[0]
	upper, lower := legBones[1], legBones[2]
	distance := min(math.Hypot(out, y), 0.999*(upper+lower))
	rise := math.Atan2(y, out) + math.Acos((upper*upper+distance*distance-lower*lower)/(2*upper*distance))
	bend := math.Pi - math.Acos((upper*upper+lower*lower-distance*distance)/(2*upper*lower))
	local[0] = base.Mul4(mgl32.HomogRotate3DY(float32(math.Atan2(-z, x))))
	local[1] = mgl32.Translate3D(float32(legBones[0]), 0, 0).Mul4(mgl32.HomogRotate3DZ(float32(rise)))
	local[2] = mgl32.Translate3D(float32(legBones[1]), 0, 0).Mul4(mgl32.HomogRotate3DZ(float32(-bend)))
	return local
}
