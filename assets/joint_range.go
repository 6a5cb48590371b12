package assets

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/exact"
)

// vec3Range is an axis-aligned range of vectors.
type vec3Range struct{ low, high exact.Vec3 }

// extend extends the range to an extent of a clip.
func (r *vec3Range) extend(e *clip.Extent) {
	for c := range r.low {
		r.low[c], r.high[c] = min(r.low[c], e.Low[c]), max(r.high[c], e.High[c])
	}
}

// jointRange is the range of a joint's local transform over several clips.
type jointRange struct {
	translation, scale vec3Range
	restRotation       exact.Quat
	rotates            bool // some clip sets another rotation than the rest pose's
	// The range of the translation that additive clips add, and the largest factor by which they
	// multiply the scale.
	addedTranslation vec3Range
	scaleFactor      float64
}

// jointRanges are the ranges of all joints of a skeleton.
type jointRanges []jointRange

// newJointRanges returns ranges that hold the rest pose only.
func newJointRanges(s *Skeleton) jointRanges {
	ranges := make(jointRanges, s.Len())
	for j := range ranges {
		r, rest := &ranges[j], s.Rest(j)
		for c := range 3 {
			r.translation.low[c], r.translation.high[c] = float64(rest.Translation[c]), float64(rest.Translation[c])
			r.scale.low[c], r.scale.high[c] = float64(rest.Scale[c]), float64(rest.Scale[c])
		}
		r.scaleFactor = 1
		for c, v := range exact.Normalized32(exact.XYZW(rest.Rotation)) {
			r.restRotation[c] = float64(v)
		}
	}
	return ranges
}

// addWearers extends the ranges of a skeleton to what characters of other skeletons show, which it
// extends, and to all rotations of the joints that none of them has.
func (r jointRanges) addWearers(l *Library, own *Skeleton, wearers []*Skeleton) {
	var isTheirs []bool
	for _, wearer := range wearers {
		joints, err := own.JointsOf(wearer)
		if err != nil {
			continue
		}
		if isTheirs == nil {
			isTheirs = make([]bool, len(r))
		}
		rests := newJointRanges(wearer)
		for j, joint := range joints {
			isTheirs[joint] = true
			r[joint].addRest(&rests[j])
		}
		for clip := range l.Clips {
			if wearer.Equal(clip.Skeleton()) {
				r.add(clip, joints)
			}
		}
	}
	for j, isTheirs := range isTheirs {
		r[j].rotates = r[j].rotates || !isTheirs
	}
}

// addRest extends the range to another rest pose.
func (r *jointRange) addRest(rest *jointRange) {
	for c := range 3 {
		r.translation.low[c] = min(r.translation.low[c], rest.translation.low[c])
		r.translation.high[c] = max(r.translation.high[c], rest.translation.high[c])
		r.scale.low[c] = min(r.scale.low[c], rest.scale.low[c])
		r.scale.high[c] = max(r.scale.high[c], rest.scale.high[c])
	}
	r.rotates = r.rotates || r.restRotation != rest.restRotation
}

// add extends the ranges to the poses of a clip. For one of another skeleton joints has, for each
// joint of that, the joint that takes its place.
func (r jointRanges) add(c *Clip, joints []int) {
	for _, e := range c.Extents() {
		at := e.Joint
		if joints != nil {
			at = joints[at]
		}
		joint := &r[at]
		switch {
		case e.Property == clip.Rotation:
			joint.rotates = true
		case e.Property == clip.Translation && c.Additive():
			joint.addedTranslation.extend(&e)
		case e.Property == clip.Translation:
			joint.translation.extend(&e)
		case c.Additive():
			for k := range 3 {
				joint.scaleFactor = max(joint.scaleFactor, math.Abs(e.Low[k]), math.Abs(e.High[k]))
			}
		default:
			joint.scale.extend(&e)
		}
	}
}

// toParent takes a sphere around vertices from the joint's space to the parent's: the result
// contains the vertices for every transform in the range. The vertices are also within distance of
// the joint, and still are when the joint rotates.
func (r *jointRange) toParent(s boundingSphere, distance float64) boundingSphere {
	var center, halfTranslation, scaledCenter, halfScaled exact.Vec3
	largestScale := 0.0
	for c := range 3 {
		low, high := r.translation.low[c]+r.addedTranslation.low[c], r.translation.high[c]+r.addedTranslation.high[c]
		center[c] = (low + high) / 2
		halfTranslation[c] = (high - low) / 2
		largestScale = max(largestScale, math.Abs(r.scale.low[c]), math.Abs(r.scale.high[c]))
		scaledCenter[c] = float64(s.center[c]*(r.scale.low[c]+r.scale.high[c])) / 2
		halfScaled[c] = float64(s.center[c]*(r.scale.high[c]-r.scale.low[c])) / 2
	}
	anyRotation := boundingSphere{
		center,
		halfTranslation.Length() + float64(float64(largestScale*r.scaleFactor)*distance),
	}
	if r.rotates || r.scaleFactor > 1 {
		return anyRotation
	}
	restRotation := boundingSphere{
		center.Add(r.restRotation.Rotate(scaledCenter)),
		halfTranslation.Length() + float64(largestScale*s.radius) + halfScaled.Length(),
	}
	if restRotation.radius < anyRotation.radius {
		return restRotation
	}
	return anyRotation
}
