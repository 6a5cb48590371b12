package assets

import "github.com/sinew-go/sinew/internal/exact"

// differ makes the tracks of an additive clip.
type differ struct {
	clip      *Clip
	reference *Pose
	builder   *ClipBuilder
}

// tracks takes the reference from every track of the clip.
func (d *differ) tracks() {
	for _, t := range d.clip.tracks {
		values, err := d.difference(t.Joint, t.Property, t.Track)
		track := &Track{}
		if err == nil {
			track, err = newTrack(t.Track.interpolation, t.Track.quaternion, t.Track.width, t.Track.times, values)
		}
		d.builder.add(t.Joint, t.Property, track, err)
	}
}

// untracked gives a track of one key to what has none and is elsewhere at rest than in the reference.
func (d *differ) untracked() {
	tracked := map[[2]int]bool{}
	for _, t := range d.clip.tracks {
		tracked[[2]int{t.Joint, int(t.Property)}] = true
	}
	s := d.clip.skeleton
	add := func(joint int, property Property, rest, reference []float32) {
		if tracked[[2]int{joint, int(property)}] || sameValue(property, rest, reference) {
			return
		}
		still := &Track{Step, property == Rotation, len(rest), d.anyTime(), rest}
		values, err := d.difference(joint, property, still)
		if err == nil {
			still, err = newTrack(Step, still.quaternion, still.width, still.times, values)
		}
		d.builder.add(joint, property, still, err)
	}
	for joint := range s.Len() {
		rest, reference := s.Rest(joint), d.reference.Joint(joint)
		q, r := exact.XYZW(rest.Rotation), exact.XYZW(reference.Rotation)
		add(joint, Translation, rest.Translation[:], reference.Translation[:])
		add(joint, Rotation, q[:], r[:])
		add(joint, Scale, rest.Scale[:], reference.Scale[:])
	}
	for _, c := range s.channels {
		add(c.Joint, MorphWeights, s.restMorphs[c.Offset:][:c.Count], d.reference.Morphs[c.Offset:][:c.Count])
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
func (d *differ) anyTime() []float32 {
	for _, t := range d.clip.tracks {
		if t.Property != MorphWeights {
			return t.Track.times[:1]
		}
	}
	return []float32{float32(d.clip.start)}
}
