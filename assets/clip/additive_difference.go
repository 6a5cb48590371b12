package clip

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// differ makes the tracks of an additive clip.
type additiveConversion struct {
	clip      *Clip
	reference *rig.Pose
	builder   *Builder
}

// tracks takes the reference from every track of the clip.
func (d *additiveConversion) convertTracks() {
	for _, t := range d.clip.tracks {
		values, err := d.subtractReference(t.Joint, t.Property, t.Track)
		track := &Track{}
		if err == nil {
			track, err = newTrack(t.Track.interpolation, t.Track.quaternion, t.Track.width, t.Track.times, values)
		}
		d.builder.addTrack(t.Joint, t.Property, track, err)
	}
}

// untracked gives a track of one key to what has none and is elsewhere at rest than in the reference.
func (d *additiveConversion) addMissingTracks() {
	tracked := map[[2]int]bool{}
	for _, t := range d.clip.tracks {
		tracked[[2]int{t.Joint, int(t.Property)}] = true
	}
	s := d.clip.skeleton
	add := func(joint int, property Property, rest, reference []float32) {
		if tracked[[2]int{joint, int(property)}] || sameValue(property, rest, reference) {
			return
		}
		still := &Track{Step, property == Rotation, len(rest), d.existingKeyTime(), rest}
		values, err := d.subtractReference(joint, property, still)
		if err == nil {
			still, err = newTrack(Step, still.quaternion, still.width, still.times, values)
		}
		d.builder.addTrack(joint, property, still, err)
	}
	for joint := range s.Len() {
		rest, reference := s.Rest(joint), d.reference.Joint(joint)
		q, r := exact.XYZW(rest.Rotation), exact.XYZW(reference.Rotation)
		add(joint, Translation, rest.Translation[:], reference.Translation[:])
		add(joint, Rotation, q[:], r[:])
		add(joint, Scale, rest.Scale[:], reference.Scale[:])
	}
	for _, c := range s.MorphChannels() {
		add(c.Joint, MorphWeights, s.RestMorphs()[c.Offset:][:c.Count], d.reference.Morphs[c.Offset:][:c.Count])
	}
}

// sameValue says whether two values are the same; opposite quaternions are the same rotation.
func sameValue(property Property, a, b []float32) bool {
	same, opposite := true, property == Rotation
	for i := range a {
		same, opposite = same && a[i] == b[i], opposite && a[i] == -b[i]
	}
	return same || opposite
}

// anyTime returns one time at which there is a key, so that no other one appears among the clip's.
func (d *additiveConversion) existingKeyTime() []float32 {
	for _, t := range d.clip.tracks {
		if t.Property != MorphWeights {
			return t.Track.times[:1]
		}
	}
	return []float32{float32(d.clip.start)}
}

// difference returns the values of a track of a joint without the reference.
func (d *additiveConversion) subtractReference(joint int, property Property, t *Track) ([]float32, error) {
	values := make([]float32, len(t.values))
	reference := d.reference.Joint(joint)
	switch property {
	case Rotation:
		q, err := conjugate(exact.XYZW(reference.Rotation))
		if err != nil {
			return nil, err
		}
		for at := 0; at < len(values); at += 4 {
			p := timesQuaternion([4]float32(t.values[at:]), q)
			if t.interpolation < CubicHermite {
				p = unit64(p)
			}
			for i, v := range p {
				values[at+i] = float32(v)
			}
		}
	case Scale:
		for i, v := range reference.Scale {
			if v == 0 || v-v != 0 {
				return nil, fmt.Errorf("nothing can be told from a reference of %v", reference.Scale)
			}
			for at := i; at < len(values); at += 3 {
				values[at] = float32(float64(t.values[at]) / float64(v))
			}
		}
	default:
		subtracted := reference.Translation[:]
		if property == MorphWeights {
			channel, _ := d.clip.skeleton.MorphChannel(joint)
			subtracted = d.reference.Morphs[channel.Offset:][:channel.Count]
		}
		for at, v := range t.values {
			values[at] = v
			if t.interpolation != CubicHermite || at/t.width%3 == 1 { // slopes are those of the differences too
				values[at] = float32(float64(v) - float64(subtracted[at%t.width]))
			}
		}
	}
	return values, nil
}

// conjugate returns the inverse of a rotation, which need not be of unit length.
func conjugate(q [4]float32) ([4]float64, error) {
	c := [4]float64{-float64(q[0]), -float64(q[1]), -float64(q[2]), float64(q[3])}
	n := squareLength(c)
	if !(n > 0) || math.IsInf(n, 0) {
		return c, fmt.Errorf("nothing can be told from a reference of %v, which is no rotation", q)
	}
	return unit64(c), nil
}

// timesQuaternion returns p·q.
func timesQuaternion(a [4]float32, q [4]float64) [4]float64 {
	x, y, z, w := float64(a[0]), float64(a[1]), float64(a[2]), float64(a[3])
	return [4]float64{
		float64(w*q[0]) + float64(x*q[3]) + float64(y*q[2]) - float64(z*q[1]),
		float64(w*q[1]) + float64(y*q[3]) + float64(z*q[0]) - float64(x*q[2]),
		float64(w*q[2]) + float64(z*q[3]) + float64(x*q[1]) - float64(y*q[0]),
		float64(w*q[3]) - float64(x*q[0]) - float64(y*q[1]) - float64(z*q[2]),
	}
}

func squareLength(q [4]float64) float64 {
	return float64(q[0]*q[0]) + float64(q[1]*q[1]) + float64(q[2]*q[2]) + float64(q[3]*q[3])
}

// unit64 returns the quaternion at unit length, which its own must not be far below.
func unit64(q [4]float64) [4]float64 {
	n := math.Sqrt(squareLength(q))
	for i := range q {
		q[i] /= n
	}
	return q
}
