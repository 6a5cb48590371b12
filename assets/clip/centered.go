package clip

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Centered returns the clip moved so that at its start a joint is above or below the origin of
// model space and has the yaw of the rest pose, and the place that it was moved from: at every
// time,
//
//	model matrix in the clip (t) = place · model matrix in the returned clip (t)
//
// It is for clips that were made in one scene, of characters who do something together: each stands
// where its hips are then, and the places go into the roles of a Paired of package motion. The
// place is a rotation about the up axis and a translation on the ground. The errors tell of an
// additive clip, one whose root motion was extracted (extract it after), one without keys
// ([ErrNoKeys]), an unknown joint and one without a yaw.
func Centered(c *Clip, joint string, up UpAxis) (centered *Clip, place mgl32.Mat4, err error) {
	if c == nil {
		return nil, mgl32.Mat4{}, errors.New("center: expected a clip, found nil")
	}
	if err := c.CheckKeys(); err != nil {
		return nil, mgl32.Mat4{}, fmt.Errorf("center: %w", err)
	}
	if centered, place, err = center(c, joint, up); err != nil {
		return nil, mgl32.Mat4{}, fmt.Errorf("clip %q: center: %w", c.name, err)
	}
	return centered, place, nil
}

func center(c *Clip, joint string, up UpAxis) (*Clip, mgl32.Mat4, error) {
	switch {
	case c.root != nil:
		return nil, mgl32.Mat4{}, errors.New("expected a clip without extracted root motion, found one with it")
	case c.Additive():
		return nil, mgl32.Mat4{}, errors.New("expected a clip with positions in model space, found an additive one")
	case up > UpZ:
		return nil, mgl32.Mat4{}, fmt.Errorf("expected Y or Z up, found the axis %d", up)
	}
	j, err := c.skeleton.FindJoint(joint)
	if err != nil {
		return nil, mgl32.Mat4{}, err
	}
	place, err := startOf(c, j, up)
	if err != nil {
		return nil, mgl32.Mat4{}, err
	}
	b := NewBuilder(c.name, c.skeleton).Range(c.start, c.end)
	still, err := restTracks(c)
	if err != nil {
		return nil, mgl32.Mat4{}, err
	}
	for _, t := range slices.Concat(c.tracks, still) {
		own := *t.Track // a copy, because Build replaces its times
		if c.skeleton.Parent(t.Joint) < 0 && t.Property <= Rotation {
			own.values = movedBack(&own, place, up)
		}
		b.tracks = append(b.tracks, JointTrack{t.Joint, t.Property, &own, t.Channel})
	}
	built, err := b.Build()
	if err != nil {
		return nil, mgl32.Mat4{}, err
	}
	matrix := mgl32.Mat4{}
	for i, v := range place.Matrix(up) {
		matrix[i] = float32(v)
	}
	return c.withTracksOf(built), matrix, nil
}

// restTracks returns tracks of the translations and rotations of root joints that a clip leaves at
// rest.
func restTracks(c *Clip) ([]JointTrack, error) {
	b := NewBuilder(c.name, c.skeleton)
	times := []float32{float32(c.start)}
	for root, tracks := range tracksOf(c) {
		if c.skeleton.Parent(root) >= 0 {
			continue
		}
		if tracks.translation == nil {
			t, err := newTrack(Step, false, 3, times, tracks.rest.Translation[:])
			b.addTrack(root, Translation, t, err)
		}
		if tracks.rotation == nil {
			rotation := exact.XYZW(tracks.rest.Rotation)
			t, err := newTrack(Step, true, 4, times, rotation[:])
			b.addTrack(root, Rotation, t, err)
		}
	}
	return b.tracks, errors.Join(b.errs...)
}

// startOf returns the place on the ground at which a joint is at the start of a clip.
func startOf(c *Clip, joint int, up UpAxis) (Motion, error) {
	tracks, at, rest := tracksOf(c), exact.IdentityAffine, exact.IdentityAffine
	for j := joint; j >= 0; j = c.skeleton.Parent(j) {
		local := tracks[j].at(c.start)
		matrix := local.matrix()
		at = matrix.Mul(&at)
		rest32 := [rig.MatrixSize]float32(c.skeleton.Rest(j).Matrix())
		restOfJoint := exact.ToAffine(&rest32)
		rest = restOfJoint.Mul(&rest)
	}
	back, ok := rest.Inverse()
	if !ok {
		return Motion{}, fmt.Errorf("joint %q: expected a rest pose that has an inverse, found a singular one",
			c.skeleton.JointName(joint))
	}
	turned := at.Mul(&back)
	yaw, ok := yawOf(&turned, up)
	if !ok {
		return Motion{}, fmt.Errorf("joint %q: expected a joint with a yaw at the start, found one that lies upside down",
			c.skeleton.JointName(joint))
	}
	position := at.Translation()
	if up == UpZ {
		position[2] = 0
	} else {
		position[1] = 0
	}
	return newMotion(position, yaw), nil
}

// movedBack returns the values of a track of a root joint, a translation or a rotation, moved from
// a place to the origin. Tangents only turn.
func movedBack(t *Track, place Motion, up UpAxis) []float32 {
	values := make([]float32, len(t.values))
	about := exact.Vec3{0, 1, 0}
	if up == UpZ {
		about = exact.Vec3{0, 0, 1}
	}
	turn := exact.AxisAngle(about, -place.Yaw)
	for i := 0; i < len(values); i += t.width {
		if t.quaternion {
			q := turn.Mul(exact.ToQuat([4]float32(t.values[i : i+4]))).Float32()
			copy(values[i:], q[:])
			continue
		}
		v := exact.ToVec3([3]float32(t.values[i : i+3]))
		if isTangent := t.interpolation == CubicHermite && i/t.width%3 != 1; !isTangent {
			v = v.Sub(place.translation())
		}
		moved := up.rotate(-place.Yaw, v).Float32()
		copy(values[i:], moved[:])
	}
	return values
}
