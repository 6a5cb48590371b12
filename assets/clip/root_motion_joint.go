package clip

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// localTransform is a [rig.TRS] in float64.
type localTransform struct {
	translation exact.Vec3
	rotation    exact.Quat
	scale       exact.Vec3
}

// matrix returns translation · rotation · scale.
func (t *localTransform) matrix() exact.Affine {
	x, y, z, w := t.rotation[0], t.rotation[1], t.rotation[2], t.rotation[3]
	xx, yy, zz := float64(2*x*x), float64(2*y*y), float64(2*z*z)
	xy, xz, yz := float64(2*x*y), float64(2*x*z), float64(2*y*z)
	wx, wy, wz := float64(2*w*x), float64(2*w*y), float64(2*w*z)
	s, p := t.scale, t.translation
	return exact.Affine{
		float64((1 - (yy + zz)) * s[0]), float64((xy - wz) * s[1]), float64((xz + wy) * s[2]), p[0],
		float64((xy + wz) * s[0]), float64((1 - (xx + zz)) * s[1]), float64((yz - wx) * s[2]), p[1],
		float64((xz - wy) * s[0]), float64((yz + wx) * s[1]), float64((1 - (xx + yy)) * s[2]), p[2],
	}
}

// jointTracks holds the tracks that move a joint, nil for a property without a track.
type jointTracks struct {
	rest                         rig.TRS
	translation, rotation, scale *Track
}

// tracksOf returns the tracks of each joint of a clip.
func tracksOf(clip *Clip) []jointTracks {
	list := make([]jointTracks, clip.skeleton.Len())
	for j := range list {
		list[j].rest = clip.skeleton.Rest(j)
	}
	for _, t := range clip.tracks {
		switch j := &list[t.Joint]; t.Property {
		case Translation:
			j.translation = t.Track
		case Rotation:
			j.rotation = t.Track
		case Scale:
			j.scale = t.Track
		}
	}
	return list
}

func (j *jointTracks) all() [3]*Track { return [3]*Track{j.translation, j.rotation, j.scale} }

// at returns the joint's local transform at a time in seconds.
func (j *jointTracks) at(time float64) localTransform {
	translation, rotation, scale := [3]float32(j.rest.Translation), exact.XYZW(j.rest.Rotation),
		[3]float32(j.rest.Scale)
	if j.translation != nil {
		j.translation.Sample(time, nil, translation[:])
	}
	if j.rotation != nil {
		j.rotation.Sample(time, nil, rotation[:])
	}
	if j.scale != nil {
		j.scale.Sample(time, nil, scale[:])
	}
	return localTransform{exact.ToVec3(translation), exact.ToQuat(rotation), exact.ToVec3(scale)}
}

// stillTolerance is the largest difference between numbers of a rotation or scale that counts as no
// change. As a fraction of the skeleton's size it is the same for translations. Exporters write
// keys that differ by rounding for joints that do not move.
const stillTolerance = 1e-6

// moves reports whether the joint's own translation changes by more than a length in meters, or its
// own rotation changes.
func (j *jointTracks) moves(length float64) bool {
	return j.translation.varies(length) || j.rotation.varies(stillTolerance)
}

// movesOrScales reports whether any part of the joint's own transform changes.
func (j *jointTracks) movesOrScales(length float64) bool {
	return j.moves(length) || j.scale.varies(stillTolerance)
}

// varies reports whether a number of a value or control point of the track differs from the first
// value by more than the slack, or a number of a tangent from 0. A nil track does not vary.
func (t *Track) varies(slack float64) bool {
	if t == nil || len(t.times) < 2 {
		return false
	}
	w := t.width
	first := t.values[:w]
	if t.interpolation.valuesPerKey() == 3 {
		first = t.values[w : 2*w]
	}
	for i, v := range t.values {
		from := float64(first[i%w])
		if t.interpolation == CubicHermite && i/w%3 != 1 {
			from = 0 // a tangent
		}
		if math.Abs(float64(v)-from) > slack {
			return true
		}
	}
	return false
}

// followedJoint returns the joint to follow: the joint that the options name, or of the joints that
// move by more than a length in meters the first with the most descendants.
func (o *RootMotionOptions) followedJoint(clip *Clip, tracks []jointTracks, length float64) (int, error) {
	s := clip.skeleton
	switch {
	case o.Number != 0:
		if o.Number < 0 || o.Number > s.Len() {
			return 0, fmt.Errorf("skeleton %q: expected a joint below %d, found %d", s.Name(), s.Len(), o.Number-1)
		}
		return o.Number - 1, moveError(s, tracks, o.Number-1, length)
	case o.Joint != "":
		joint, ok := s.Find(o.Joint)
		if !ok {
			return 0, fmt.Errorf("skeleton %q has no joint %q", s.Name(), o.Joint)
		}
		return joint, moveError(s, tracks, joint, length)
	}
	subtreeSize := make([]int, s.Len()) // the number of descendants and the joint itself
	for j := s.Len() - 1; j >= 0; j-- {
		subtreeSize[j]++
		if parent := s.Parent(j); parent >= 0 {
			subtreeSize[parent] += subtreeSize[j]
		}
	}
	best := -1
	for j := range tracks {
		if tracks[j].moves(length) && (best < 0 || subtreeSize[j] > subtreeSize[best]) {
			best = j
		}
	}
	if best < 0 {
		return 0, fmt.Errorf("%w: expected a joint that moves, found none whose translation or rotation changes",
			ErrNoRootMotion)
	}
	return best, nil
}

// moveError returns an error for a joint that has no motion to follow: its own translation and
// rotation stay the same, and so does every joint above it.
func moveError(s *rig.Skeleton, tracks []jointTracks, joint int, length float64) error {
	moves := tracks[joint].moves(length)
	for j := s.Parent(joint); j >= 0 && !moves; j = s.Parent(j) {
		moves = tracks[j].movesOrScales(length)
	}
	if moves {
		return nil
	}
	return fmt.Errorf(
		"%w: joint %d (%q): expected a joint that moves, found one that does not move: no translation or "+
			"rotation of it or of a joint above it changes", ErrNoRootMotion, joint, s.JointName(joint))
}

// carrier is a joint that carries the character's motion: extraction removes the motion from its
// tracks. Its ancestors do not move.
type carrier struct {
	joint                        int
	tracks                       jointTracks
	parentToModel, modelToParent exact.Affine
	yawAxis                      exact.Vec3 // the axis in the parent's space about which yaw rotates the joint
	// leverArm is how far from the carrier a point is at most that its rotation moves, in meters of
	// model space: any joint below it at any time, and at least the size of the skeleton.
	leverArm float64
	below    []int // the joints below the carrier, parents first
}

// newCarrier returns a joint as a carrier.
func (e *rootExtraction) newCarrier(joint int) (carrier, error) {
	s := e.clip.skeleton
	c := carrier{joint: joint, tracks: e.tracks[joint], parentToModel: exact.IdentityAffine}
	for j := s.Parent(joint); j >= 0; j = s.Parent(j) {
		local := e.tracks[j].at(e.clip.start)
		matrix := local.matrix()
		c.parentToModel = matrix.Mul(&c.parentToModel)
	}
	var ok bool
	if c.modelToParent, ok = c.parentToModel.Inverse(); !ok {
		return c, fmt.Errorf(
			"joint %d (%q): expected a model matrix of its parent that has an inverse, found a singular one", joint,
			s.JointName(joint))
	}
	if e.options.Yaw {
		if c.yawAxis, ok = localYawAxis(&c.parentToModel, &c.modelToParent, e.options.Up); !ok {
			return c, fmt.Errorf(
				"joint %d (%q): expected ancestors that scale evenly, so that yaw rotates it, found uneven ones",
				joint, s.JointName(joint))
		}
	}
	inside := map[int]bool{joint: true}
	for j := joint + 1; j < s.Len(); j++ {
		if inside[s.Parent(j)] {
			inside[j] = true
			c.below = append(c.below, j)
		}
	}
	c.leverArm = max(e.size, float64(e.reach(joint)*largestScale(&c.parentToModel)))
	return c, nil
}

// reach returns how far any joint below a joint is from it at most, at any time of the clip, in the
// space of the joint's parent. It is the sum of the longest bones with the largest scales on the
// way to the farthest joint.
func (e *rootExtraction) reach(joint int) float64 {
	s := e.clip.skeleton
	below := make([]float64, s.Len()) // in the joint's own space
	for j := s.Len() - 1; j > joint; j-- {
		if parent := s.Parent(j); parent >= 0 {
			bone := largestLength(e.tracks[j].translation, [3]float32(e.tracks[j].rest.Translation))
			below[parent] = max(below[parent],
				bone+float64(largestNumber(e.tracks[j].scale, [3]float32(e.tracks[j].rest.Scale))*below[j]))
		}
	}
	return float64(largestNumber(e.tracks[joint].scale, [3]float32(e.tracks[joint].rest.Scale)) * below[joint])
}

// largestLength returns the largest length of a track's vectors, or of the rest value for a nil
// track.
func largestLength(t *Track, rest [3]float32) float64 {
	if t == nil {
		return exact.ToVec3(rest).Length()
	}
	largest := 0.0
	t.EachControlPoint(func(v []float64) { largest = max(largest, exact.Vec3(v).Length()) })
	return largest
}

// largestNumber returns the largest magnitude of a number in a track's vectors, or in the rest
// value for a nil track.
func largestNumber(t *Track, rest [3]float32) float64 {
	largest := 0.0
	look := func(v []float64) { largest = max(largest, math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])) }
	if wide := exact.ToVec3(rest); t == nil {
		look(wide[:])
	} else {
		t.EachControlPoint(look)
	}
	return largest
}

// largestScale returns a bound for how much longer a matrix makes a vector, which is exact for
// rotation times uniform scale: the square root of the largest row sum of the matrix times its
// transpose.
func largestScale(m *exact.Affine) float64 {
	largest := 0.0
	for a := range 3 {
		sum := 0.0
		for b := range 3 {
			sum += math.Abs(float64(m[4*a]*m[4*b]) + float64(m[4*a+1]*m[4*b+1]) + float64(m[4*a+2]*m[4*b+2]))
		}
		largest = max(largest, sum)
	}
	return math.Sqrt(largest)
}
