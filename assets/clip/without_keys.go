package clip

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// ErrNoKeys reports a clip whose keys were left out, since its baked form plays in their place: see
// [WithoutKeys]. What needs the keys returns an error that wraps it.
var ErrNoKeys = errors.New("the clip has no keys, only a baked form")

// Remains is what a clip without keys still knows of them.
type Remains struct {
	// Source is a hash of the clip with its keys, by which its baked form is known; see package
	// bake.
	Source [32]byte
	// Extents bounds what the tracks that were left out reach.
	Extents []Extent
}

// Extent is a box around all values of a track of a transform, between keys too. That of a rotation
// has no numbers: it says that the track turns the joint away from the rest pose.
type Extent struct {
	Joint     int
	Property  Property // Translation, Rotation or Scale
	Low, High [3]float64
}

// Remains returns what a clip without keys still knows of them, or nil for a clip that has its
// keys.
func (c *Clip) Remains() *Remains { return c.orNone().remains }

// CheckKeys returns an error that wraps [ErrNoKeys] if the clip has no keys.
func (c *Clip) CheckKeys() error {
	switch {
	case c == nil:
		return errors.New("expected a clip, found nil")
	case c.remains == nil:
		return nil
	}
	return fmt.Errorf("clip %q: %w: expected the authored clip, such as from its glTF file", c.name, ErrNoKeys)
}

// WithoutKeys returns a clip without the keys that its baked form replaces, so that these need no
// memory. It keeps the tracks that are not baked: those of morph weights, visibility and materials,
// and stepped ones that change. Name, range, markers and root motion stay. source is the hash that
// [Remains.Source] describes. WithoutKeys is for package bake, whose BakedClip.WithoutKeys calls
// it; it returns a clip without keys as it is.
func WithoutKeys(c *Clip, source [32]byte) *Clip {
	if c == nil || c.remains != nil {
		return c
	}
	out := *c
	out.remains = &Remains{Source: source, Extents: c.Extents()}
	out.keepTracks(func(t *JointTrack) bool { return !t.isBaked() })
	if c.root != nil {
		root := *c.root
		root.source = WithoutKeys(root.source, [32]byte{})
		out.root = &root
	}
	return &out
}

// isBaked reports whether the baked form of a clip has the values of a track.
func (t *JointTrack) isBaked() bool {
	return t.Property < MorphWeights && (t.Track.interpolation != Step || t.Track.IsConstant())
}

// keepTracks removes the other tracks of a clip that is a copy, with the times that only they have.
func (c *Clip) keepTracks(keep func(t *JointTrack) bool) {
	tracks := c.tracks
	c.tracks = nil
	for i := range tracks {
		if keep(&tracks[i]) {
			c.tracks = append(c.tracks, tracks[i])
		}
	}
	c.indexTracks()
}

// Extents returns what the tracks of transforms reach, by joint and property. It leaves out those
// that stay as the skeleton is at rest, or that change nothing in an additive clip.
func (c *Clip) Extents() []Extent {
	if c.Remains() != nil {
		return c.remains.Extents
	}
	var list []Extent
	for i := range c.Tracks() {
		if e, ok := c.extentOf(&c.tracks[i]); ok {
			list = append(list, e)
		}
	}
	return list
}

// extentOf returns the extent of a track, and false for one that adds nothing to the rest pose.
func (c *Clip) extentOf(t *JointTrack) (e Extent, ok bool) {
	e = Extent{Joint: t.Joint, Property: t.Property}
	rest := c.skeleton.Rest(t.Joint)
	base := rest.Translation
	switch t.Property {
	case Translation:
	case Scale:
		base = rest.Scale
	case Rotation:
		turns := c.Additive()
		turned := exact.Normalized32(exact.XYZW(rest.Rotation))
		t.Track.EachControlPoint(func(v []float64) { turns = turns || !sameRotation(v, turned) })
		return e, turns
	default:
		return e, false
	}
	for k := range 3 {
		e.Low[k], e.High[k] = math.Inf(1), math.Inf(-1)
	}
	atRest := !c.Additive()
	t.Track.EachControlPoint(func(v []float64) {
		for k := range 3 {
			e.Low[k], e.High[k] = min(e.Low[k], v[k]), max(e.High[k], v[k])
			atRest = atRest && v[k] == float64(base[k])
		}
	})
	return e, !atRest
}

// sameRotation reports whether two quaternions are nearly equal, or nearly each other's negatives.
func sameRotation(v []float64, q [4]float32) bool {
	const tolerance = 1e-5
	same, opposite := true, true
	for c := range q {
		same = same && math.Abs(v[c]-float64(q[c])) < tolerance
		opposite = opposite && math.Abs(v[c]+float64(q[c])) < tolerance
	}
	return same || opposite
}

// Remains makes the clip one without keys, as [WithoutKeys] does, for a reader of files: the tracks
// that are added are those that are not baked. It copies the list. [Builder.Build] returns the
// errors: an extent of a joint that the skeleton does not have, of another property, or that is no
// finite box.
func (b *Builder) Remains(r Remains) *Builder {
	b = b.orFailed()
	for i, e := range r.Extents {
		ok := e.Joint >= 0 && e.Joint < b.skeleton.Len() && e.Property <= Scale
		for k := range 3 {
			ok = ok && e.Low[k] <= e.High[k] && exact.AllFinite(e.Low[k], e.High[k])
		}
		if !ok {
			b.fail("extent %d: expected a finite box of a translation, a rotation or a scale of one of %d joints, "+
				"found %+v", i, b.skeleton.Len(), e)
			return b
		}
	}
	b.remains = &Remains{r.Source, slices.Clone(r.Extents)}
	return b
}
