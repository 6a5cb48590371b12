package mannequin

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// posed is the model in a pose of a clip.
type posed struct {
	matrices []float32    // model space, 3x4 row-major, one for each joint
	vertices []mgl32.Vec3 // of the skinned surface; nil if not asked for
}

// poseAt returns the model at a time of a clip in seconds. Vertices are computed only on request,
// because that is slow.
func poseAt(lib *assets.Library, model *assets.Model, clip *assets.Clip, time float64, vertices bool) posed {
	pose := rig.NewPose(lib.Skeleton(model.Skeleton))
	clip.Sample(time, pose)
	p := posed{matrices: pose.ModelMatrices(nil)}
	if !vertices {
		return p
	}
	palette := lib.Skin(model.Skins[0]).Palette(nil, p.matrices)
	for _, primitive := range lib.Mesh(model.Parts[0].Mesh).Primitives {
		for v, rest := range primitive.Positions {
			var sum mgl32.Vec3
			for k := range maxInfluences {
				if w := primitive.Weights[maxInfluences*v+k]; w > 0 {
					sum = sum.Add(rig.MatrixAt(palette, int(primitive.Joints[maxInfluences*v+k])).Point(rest).Mul(w))
				}
			}
			p.vertices = append(p.vertices, sum)
		}
	}
	return p
}

func (p *posed) joint(j posing.Joint) mgl32.Vec3 {
	m := rig.MatrixAt(p.matrices, int(j))
	return mgl32.Vec3{m[3], m[7], m[11]}
}

func eachClip(t *testing.T, check func(t *testing.T, m *posing.Animation, lib *assets.Library, model *assets.Model,
	clip *assets.Clip),
) {
	lib, model := newModel(t)
	if len(model.Clips) != len(animations) {
		t.Fatalf("%d clips, want %d", len(model.Clips), len(animations))
	}
	for i := range animations {
		m := &animations[i]
		t.Run(m.Name, func(t *testing.T) { check(t, m, lib, model, lib.Clip(model.Clip(m.Name))) })
	}
}

func TestClipsEndInTheirFirstPose(t *testing.T) {
	eachClip(t, func(t *testing.T, m *posing.Animation, _ *assets.Library, _ *assets.Model, clip *assets.Clip) {
		if want := float64(float32(float64(m.Frames) / posing.KeyRate)); clip.Start() != 0 || clip.End() != want {
			t.Errorf("the clip runs from %v s to %v s, want 0 s to %v s", clip.Start(), clip.End(), want)
		}
		for _, track := range clip.Tracks() {
			values, width := track.Track.Values(), track.Track.Width()
			first, last := values[:width], values[len(values)-width:]
			same, opposite := true, true // q and -q are the same rotation
			for i := range first {
				same, opposite = same && first[i] == last[i], opposite && first[i] == -last[i]
			}
			if !same && !(opposite && track.Track.IsQuaternion()) {
				t.Errorf("joint %[2]d: %[1]s: the last value is %[3]v, want the first value %[4]v", track.Property,
					track.Joint, last, first)
			}
		}
	})
}

func TestAnimationsAreSmooth(t *testing.T) {
	eachClip(t, func(t *testing.T, m *posing.Animation, lib *assets.Library, model *assets.Model, clip *assets.Clip) {
		// From one key to the next, also across the seam of the loop, no joint may move faster than
		// 12 m/s, which fingertips reach in a leap, or accelerate by more than 160 m/s².
		frame := func(k int) posed {
			return poseAt(lib, model, clip, clip.Loop(float64(k)/posing.KeyRate+1e-9), false)
		}
		for j := posing.Hips; int(j) < posing.JointCount; j++ {
			for k := range m.Frames {
				a, b, c := frame(k), frame(k+1), frame(k+2)
				p, q, r := a.joint(j), b.joint(j), c.joint(j)
				if speed := q.Sub(p).Len() * posing.KeyRate; speed > 12 {
					t.Fatalf("joint %d at key %d moves at %v m/s, want at most 12", j, k, speed)
				}
				if change := r.Sub(q).Sub(q.Sub(p)).Len() * posing.KeyRate * posing.KeyRate; change > 160 {
					t.Errorf("joint %d at key %d accelerates by %v m/s², want at most 160", j, k, change)
				}
			}
		}
	})
}

func TestNoFootGoesBelowTheGround(t *testing.T) {
	eachClip(t, func(t *testing.T, m *posing.Animation, lib *assets.Library, model *assets.Model, clip *assets.Clip) {
		lowest := float32(math.Inf(1))
		for k := range 2 * m.Frames { // keys, and halfway between them
			p := poseAt(lib, model, clip, float64(k)/(2*posing.KeyRate), true)
			for _, v := range p.vertices {
				if v[1] < -0.012 {
					t.Fatalf("at %.3f s a vertex is %.1f mm below the ground at %v", float64(k)/(2*posing.KeyRate),
						-1000*v[1], v)
				}
				lowest = min(lowest, v[1])
			}
		}
		if lowest > 0.004 {
			t.Errorf("the lowest vertex of the clip is %.1f mm above the ground, want at most 4", 1000*lowest)
		}
	})
}

func TestPlantedFeetDoNotSlide(t *testing.T) {
	eachClip(t, func(t *testing.T, m *posing.Animation, lib *assets.Library, model *assets.Model, clip *assets.Clip) {
		const steps = 4 // samples for each key
		for _, on := range posing.BothSides {
			contacts, begun := 0, false
			var spot mgl32.Vec3
			for k := range m.Frames * steps {
				time := float64(k) / (posing.KeyRate * steps)
				if !planted(m, on, time) {
					begun = false
					continue
				}
				contacts++
				// The ball stays in place on the moving ground while the heel rises.
				pose := poseAt(lib, model, clip, time, false)
				ball := pose.joint(posing.Toe.On(on)).Add(mgl32.Vec3{0, 0, float32(groundSpeed(m) * time)})
				if !begun {
					begun, spot = true, ball
				}
				if slide := ball.Sub(spot).Len(); slide > 0.004 {
					t.Errorf("side %d at %.3f s: the ball is %.1f mm from where it landed, want at most 4", on,
						time, 1000*slide)
				}
			}
			if contacts < m.Frames/2 {
				t.Errorf("side %d is on the ground in %d of %d samples, want more", on, contacts, m.Frames*steps)
			}
		}
	})
}

// planted reports whether a foot stands flat, or on its toes with the ball on the ground, at a time
// in seconds.
func planted(a *posing.Animation, on posing.Side, seconds float64) bool {
	t := posing.FractionalPart(seconds * posing.KeyRate / float64(a.Frames))
	switch a.Name {
	case "walk":
		if posing.FractionalPart(t+posing.SidePhase(on)) > posing.WalkGait.Duty {
			return false
		}
	case "run":
		if posing.FractionalPart(t+posing.SidePhase(on)) > posing.RunGait.Duty {
			return false
		}
	case "jump":
		if seconds > posing.TakeOff && seconds < posing.TouchDown {
			return false
		}
	case "dance":
		if beat := 4 * posing.FractionalPart(2*t+posing.SidePhase(1-on)); beat < 1 || beat > 3 {
			return false
		}
	}
	l := a.Pose(t).Legs[on]
	return l.Pitch >= 0 && l.Pitch <= posing.MaxToeBend
}

func TestLegsReachTheirTargetsAndJointsBendWithinLimits(t *testing.T) {
	f := posing.NewRestPose()
	for i := range animations {
		m := &animations[i]
		for k := range m.Frames {
			s := m.Solve(f, k)
			for _, on := range posing.BothSides {
				if s.LegReach[on] > 0.998 {
					t.Errorf(
						"%s: key %d: side %d: the ankle target is %.4f leg lengths from the hip, want at most 0.998",
						m.Name, k, on, s.LegReach[on])
				}
				for name, bend := range map[string]struct {
					joint     posing.Joint
					low, high float64 // degrees about the x axis
				}{
					"knee":  {posing.Shin, -150, -1},
					"elbow": {posing.Forearm, 1, 150},
					"toes":  {posing.Toe, -15, 60},
				} {
					q := s.Local[bend.joint.On(on)]
					if bend.joint == posing.Toe {
						q = posing.Compose(s.Bones[posing.Toe.On(on)].Rotation.Conjugate(), q)
					}
					angle := math.Remainder(2*math.Atan2(q[0], q[3]), 2*math.Pi) * 180 / math.Pi
					if angle < bend.low || angle > bend.high {
						t.Errorf("%s: key %d: side %d: the %s bends by %.1f°, want %v° to %v°",
							m.Name, k, on, name, angle, bend.low, bend.high)
					}
				}
			}
		}
	}
}

func TestBendingPreservesTheVolume(t *testing.T) {
	m := sculpted(t)
	rest := m.volume(m.Points)
	for i := range animations {
		a := &animations[i]
		for k := 0; k < a.Frames; k += 4 {
			got := m.volume(m.skinned(a.Solve(m.rest, k)))
			if math.Abs(got/rest-1) > 0.04 {
				t.Errorf("%s: key %d: the volume is %.1f%% of the volume in the rest pose, want 96%% to 104%%", a.Name,
					k, 100*got/rest)
			}
		}
	}
}

func (m *skinnedSurface) volume(points []exact.Vec3) float64 {
	var sum float64
	for _, c := range m.Triangles {
		sum += points[c[0]].Dot(points[c[1]].Cross(points[c[2]])) / 6
	}
	return sum
}

// skinned returns the vertices of the surface in a pose.
func (m *skinnedSurface) skinned(s *posing.SolvedPose) []exact.Vec3 {
	out := make([]exact.Vec3, len(m.Points))
	for v, p := range m.Points {
		for _, influence := range m.influences[v].list {
			j := influence.joint
			own := posing.Rotate(m.rest.Rotation[j].Conjugate(), p.Sub(m.rest.Position[j]))
			out[v] = out[v].AddScaled(influence.weight, s.Position[j].Add(posing.Rotate(s.Rotation[j], own)))
		}
	}
	return out
}

// groundSpeed returns the speed in meters a second at which the ground passes under planted feet.
func groundSpeed(a *posing.Animation) float64 {
	if a.Gait == nil {
		return 0
	}
	return a.Gait.Speed
}
