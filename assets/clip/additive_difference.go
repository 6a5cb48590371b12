package clip

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// additiveConversion makes the tracks of an additive clip.
type additiveConversion struct {
	clip      *Clip
	reference *rig.Pose
	builder   *Builder
}

// convertTracks subtracts the reference from every track of the clip.
func (d *additiveConversion) convertTracks() {
	for _, t := range d.clip.tracks {
		d.addDifference(t)
	}
}

// addMissingTracks adds a track of one key for every property that has no track, and whose rest
// value is not that of the reference.
func (d *additiveConversion) addMissingTracks() {
	tracked := map[[3]int]bool{}
	for _, t := range d.clip.tracks {
		tracked[[3]int{t.Joint, int(t.Property), t.Channel}] = true
	}
	s := d.clip.skeleton
	add := func(joint int, property Property, channel int, rest, reference []float32) {
		if tracked[[3]int{joint, int(property), channel}] || sameValue(property, rest, reference) {
			return
		}
		d.addDifference(JointTrack{
			joint, property,
			&Track{Step, property == Rotation, len(rest), d.existingKeyTime(), rest}, channel,
		})
	}
	for joint := range s.Len() {
		rest, reference := s.Rest(joint), d.reference.Joint(joint)
		q, r := exact.XYZW(rest.Rotation), exact.XYZW(reference.Rotation)
		add(joint, Translation, 0, rest.Translation[:], reference.Translation[:])
		add(joint, Rotation, 0, q[:], r[:])
		add(joint, Scale, 0, rest.Scale[:], reference.Scale[:])
	}
	for _, c := range s.MorphChannels() {
		add(c.Joint, MorphWeights, 0, s.RestMorphs()[c.Offset:][:c.Count], d.reference.Morphs[c.Offset:][:c.Count])
	}
	for _, c := range s.VisibilityChannels() {
		add(c.Joint, Visibility, 0, s.RestMorphs()[c.Offset:][:1], d.reference.Morphs[c.Offset:][:1])
	}
	for i, c := range s.MaterialChannels() {
		add(c.Joint, Material, i, s.RestMorphs()[c.Offset:][:c.Count], d.reference.Morphs[c.Offset:][:c.Count])
	}
}

// sameValue reports whether two values are the same. Opposite quaternions are the same rotation.
func sameValue(property Property, a, b []float32) bool {
	same, opposite := true, property == Rotation
	for i := range a {
		same, opposite = same && a[i] == b[i], opposite && a[i] == -b[i]
	}
	return same || opposite
}

// existingKeyTime returns the time of one of the clip's keys, so that a new track adds no time to
// the clip's timelines.
func (d *additiveConversion) existingKeyTime() []float32 {
	for _, t := range d.clip.tracks {
		if t.Property < MorphWeights {
			return t.Track.times[:1]
		}
	}
	return []float32{float32(d.clip.start)}
}

// addDifference adds the track t without the reference to the builder.
func (d *additiveConversion) addDifference(of JointTrack) {
	t := of.Track
	values, err := d.subtractReference(of)
	var track *Track
	if err == nil {
		track, err = newTrack(t.interpolation, t.quaternion, t.width, t.times, values)
	}
	d.builder.addTrack(of.Joint, of.Property, track, err)
	if err == nil {
		d.builder.tracks[len(d.builder.tracks)-1].Channel = of.Channel
	}
}

// subtractReference returns the values of a joint's track as differences from the reference.
func (d *additiveConversion) subtractReference(of JointTrack) ([]float32, error) {
	t := of.Track
	values := make([]float32, len(t.values))
	reference := d.reference.Joint(of.Joint)
	switch of.Property {
	case Rotation:
		inverse, err := inverseRotation(exact.XYZW(reference.Rotation))
		if err != nil {
			return nil, err
		}
		for at := 0; at < len(values); at += 4 {
			q := exact.ToQuat([4]float32(t.values[at:])).Mul(inverse)
			if t.interpolation < CubicHermite { // tangents and control points have any length
				q = q.Normalized()
			}
			*(*[4]float32)(values[at:]) = q.Float32()
		}
	case Scale:
		for i, v := range reference.Scale {
			if v == 0 || !exact.IsFinite(v) {
				return nil, fmt.Errorf("expected a reference pose with a finite scale that is not 0, found %v",
					reference.Scale)
			}
			for at := i; at < len(values); at += 3 {
				values[at] = float32(float64(t.values[at]) / float64(v))
			}
		}
	default:
		subtracted := reference.Translation[:]
		if run, ok := of.channelOf(d.clip.skeleton); ok {
			subtracted = d.reference.Morphs[run.Offset:][:run.Count]
		}
		for at, v := range t.values {
			values[at] = v
			if t.interpolation != CubicHermite || at/t.width%3 == 1 { // the difference has the same tangents
				values[at] = float32(float64(v) - float64(subtracted[at%t.width]))
			}
		}
	}
	return values, nil
}

// inverseRotation returns the inverse of a rotation, which may have any length but 0.
func inverseRotation(q [4]float32) (exact.Quat, error) {
	c := exact.ToQuat(q).Conjugate()
	if n := c.Dot(c); !(n > 0) || !exact.IsFinite(n) {
		return c, fmt.Errorf("expected a reference pose with a finite rotation that is not 0, found %v", q)
	}
	return c.Normalized(), nil
}
