package retarget

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Pose returns the mirror image of a pose of the skeleton. The error reports a pose of another
// skeleton.
func (m *Mirror) Pose(pose *rig.Pose) (*rig.Pose, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if found := skeletonOf(pose); found != m.skeleton {
		return nil, fmt.Errorf("mirror: %w", anatomy.Unlike("a pose", m.skeleton, found))
	}
	out := rig.NewPose(m.skeleton)
	for j, k := range m.partners {
		l := m.maps[j].apply(anatomy.ToLocal(pose.Joint(k)))
		if l.Rotation.Dot(anatomy.ToLocal(m.skeleton.Rest(j)).Rotation) < 0 {
			l.Rotation = l.Rotation.Mul(exact.Quat{3: -1})
		}
		out.SetJoint(j, l.TRS())
	}
	copy(out.Morphs, pose.Morphs)
	for _, c := range m.skeleton.MorphChannels() {
		if from, ok := m.skeleton.MorphChannel(m.partners[c.Joint]); ok && from.Count == c.Count {
			copy(out.Morphs[c.Offset:][:c.Count], pose.Morphs[from.Offset:])
		}
	}
	for _, c := range m.skeleton.VisibilityChannels() {
		if from, ok := m.skeleton.VisibilityChannel(m.partners[c.Joint]); ok {
			out.Morphs[c.Offset] = pose.Morphs[from.Offset]
		}
	}
	for i, from := range m.skeleton.MaterialChannels() {
		to := m.skeleton.MaterialChannels()[m.materialPartner(i)]
		copy(out.Morphs[to.Offset:][:to.Count], pose.Morphs[from.Offset:])
	}
	return out, nil
}

// Clip returns the mirror image of a clip of the skeleton: every key is mirrored, and the
// interpolation between them with it. Root motion is mirrored, and so are additive clips. The names
// of the clip and of its markers have their sides exchanged: "left foot" becomes
// "right foot". Mirroring the result gives the clip back.
//
// The error reports a clip of another skeleton, or root motion that turns about an axis across the
// mirror plane.
func (m *Mirror) Clip(c *clip.Clip) (*clip.Clip, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if found := skeletonOf(c); found != m.skeleton {
		return nil, fmt.Errorf("mirror: %w", anatomy.Unlike("a clip", m.skeleton, found))
	}
	if err := c.CheckKeys(); err != nil {
		return nil, fmt.Errorf("mirror: %w", err)
	}
	out, err := m.tracks(c)
	if err != nil || c.RootMotion() == nil {
		return out, err
	}
	motion, err := m.rootMotion(c.RootMotion())
	if err != nil {
		return nil, fmt.Errorf("clip %q: mirror: %w", c.Name(), err)
	}
	return clip.WithRootMotion(out, motion)
}

// tracks returns the mirrored clip without root motion.
func (m *Mirror) tracks(c *clip.Clip) (*clip.Clip, error) {
	b := clip.NewBuilder(anatomy.SwapSides(c.Name()), m.skeleton).Range(c.Start(), c.End())
	if c.Additive() {
		b.Additive()
	}
	has := map[[2]int]bool{}
	for _, t := range c.Tracks() {
		to := m.partners[t.Joint]
		if _, ok := m.skeleton.VisibilityChannel(to); t.Property == clip.Visibility && !ok {
			to = t.Joint
		}
		if t.Property == clip.MorphWeights {
			from, _ := m.skeleton.MorphChannel(t.Joint)
			if channel, ok := m.skeleton.MorphChannel(to); !ok || channel.Count != from.Count {
				to = t.Joint
			}
		}
		has[[2]int{to, int(t.Property)}] = true
		m.track(b, to, &t, c.Additive())
	}
	if !c.Additive() {
		for j, changed := range m.changed {
			if changed {
				m.restTracks(b, j, c.Start(), has)
			}
		}
	}
	for _, marker := range c.Markers() {
		marker.Name = anatomy.SwapSides(marker.Name)
		b.Marker(marker)
	}
	return b.PlayModeOf(c).Build()
}

// track adds the mirror image of a track to joint j.
func (m *Mirror) track(b *clip.Builder, j int, t *clip.JointTrack, additive bool) {
	times, values, interpolation := t.Track.Times(), t.Track.Values(), t.Track.Interpolation()
	toJoint := &m.maps[j]
	switch t.Property {
	case clip.Rotation:
		list := make([]mgl32.Quat, len(values)/4)
		for i := range list {
			q := exact.ToQuat([4]float32(values[4*i:]))
			if additive { // differences are in the parent's space
				q = toJoint.parent.Mul(q).Mul(toJoint.parent.Conjugate())
			} else {
				q = toJoint.turn(q)
			}
			list[i] = exact.QuatFromXYZW(q.Float32())
		}
		b.Rotation(j, interpolation, times, list)
	case clip.MorphWeights:
		b.MorphWeights(j, interpolation, times, values)
	case clip.Visibility:
		b.Visibility(j, times, shownBy(values))
	case clip.Material: // of the material of the other side, if there is one
		b.Material(m.materialPartner(t.Channel), interpolation, times, values)
	default:
		list := make([]mgl32.Vec3, len(values)/3)
		for i := range list {
			v := exact.ToVec3([3]float32(values[3*i:]))
			isTangent := interpolation == clip.CubicHermite && i%3 != 1
			switch {
			case t.Property == clip.Translation && (additive || isTangent):
				v = toJoint.move(v)
			case t.Property == clip.Translation:
				v = toJoint.move(v).Add(toJoint.constant)
			case additive:
				v = exact.Vec3{v[toJoint.axes[0]], v[toJoint.axes[1]], v[toJoint.axes[2]]}
			default:
				v = toJoint.stretch(v)
			}
			list[i] = mgl32.Vec3(v.Float32())
		}
		if t.Property == clip.Translation {
			b.Translation(j, interpolation, times, list)
		} else {
			b.Scale(j, interpolation, times, list)
		}
	}
}

// materialPartner returns the channel of the material that has the other side's name, or the
// channel itself.
func (m *Mirror) materialPartner(channel int) int {
	c := m.skeleton.MaterialChannels()[channel]
	if partner, ok := m.skeleton.FindMaterialChannel(anatomy.SwapSides(c.Material), c.Property); ok {
		return partner
	}
	return channel
}

// shownBy converts the values of a visibility track.
func shownBy(values []float32) []bool {
	shown := make([]bool, len(values))
	for i, v := range values {
		shown[i] = v != 0
	}
	return shown
}

// restTracks adds tracks of one key for the properties of joint j that its partner has no track
// for, in a skeleton whose rest pose is not its own mirror image.
func (m *Mirror) restTracks(b *clip.Builder, j int, start float64, has map[[2]int]bool) {
	l := m.maps[j].apply(anatomy.ToLocal(m.skeleton.Rest(m.partners[j])))
	t, times := l.TRS(), []float32{float32(start)}
	rest := anatomy.ToLocal(m.skeleton.Rest(j))
	if !has[[2]int{j, int(clip.Translation)}] &&
		l.Translation.Sub(rest.Translation).Length() > 1e-6*(1+rest.Translation.Length()) {
		b.Translation(j, clip.Step, times, []mgl32.Vec3{t.Translation})
	}
	if !has[[2]int{j, int(clip.Rotation)}] {
		b.Rotation(j, clip.Step, times, []mgl32.Quat{t.Rotation})
	}
	if !has[[2]int{j, int(clip.Scale)}] && l.Scale.Sub(rest.Scale).Length() > 1e-6 {
		b.Scale(j, clip.Step, times, []mgl32.Vec3{t.Scale})
	}
}

// rootMotion returns the mirror image of a root motion, with its source.
func (m *Mirror) rootMotion(motion *clip.RootMotion) (*clip.RootMotion, error) {
	source, err := m.Clip(motion.Source())
	if err != nil {
		return nil, err
	}
	n := m.plane.Normal
	up := exact.Vec3{0, 1, 0}
	if motion.Up() == clip.UpZ {
		up = exact.Vec3{0, 0, 1}
	}
	if d := n.Dot(up); d > 0.001 || d < -0.001 {
		return nil, fmt.Errorf("expected root motion that turns about an axis in the mirror plane with the normal "+
			"%.3f, found one that turns about %v", n, up)
	}
	// The plane through the joint that carries the motion: its translation is mirrored relative to
	// its rest position.
	joint := motion.Joint()
	p := anatomy.Plane{Normal: n, Offset: m.plane.Offset}
	if m.symmetric && m.partners[joint] == joint {
		p.Offset = n.Dot(anatomy.RestFrames(m.skeleton, nil).Position(joint))
	}
	beside := n.Scale(2 * p.Offset) // the image of the origin
	motions := make([]clip.Motion, len(motion.Motions()))
	for i, v := range motion.Motions() {
		turn := exact.AxisAngle(up, -v.Yaw)
		t := p.Direction(exact.Vec3{v.X, v.Y, v.Z}).Add(beside).Sub(turn.Rotate(beside))
		motions[i] = clip.Motion{X: t[0], Y: t[1], Z: t[2], Yaw: -v.Yaw}
	}
	options := motion.Options()
	options.Number = m.partners[joint] + 1
	return clip.NewRootMotion(source, options, motion.Times(), motions)
}
