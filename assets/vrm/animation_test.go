package vrm_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/internal/exact"
)

// animationFile writes a clip of the mannequin as a VRM animation, without a skin, in which a pose
// is the rest pose. The names of the joints begin with a prefix. The axes of each joint are turned
// by an angle of its own, times a factor.
func animationFile(t *testing.T, c *assets.Clip, rest *rig.Pose, prefix string, turned float32) string {
	t.Helper()
	s := c.Skeleton()
	axes := func(j int) mgl32.Quat {
		if j < 0 {
			return mgl32.QuatIdent()
		}
		return mgl32.QuatRotate(turned*float32(1+j%5), mgl32.Vec3{0.6, 0, 0.8})
	}
	local := func(p *rig.Pose, j int) rig.TRS {
		l, parent := p.Joint(j), axes(s.Parent(j)).Conjugate()
		l.Rotation, l.Translation = parent.Mul(l.Rotation).Mul(axes(j)).Normalize(), parent.Rotate(l.Translation)
		return l
	}
	var joints []rig.Joint
	for j := range s.Len() {
		joints = append(joints, rig.Joint{Name: s.JointName(j), Parent: s.Parent(j), Rest: local(rest, j)})
	}
	skeleton, err := rig.NewSkeleton("animation", joints, nil)
	must(t, err)
	b := clip.NewBuilder(c.Name(), skeleton)
	var times []float32
	for _, line := range c.Timelines() {
		times = append(times, line...)
	}
	slices.Sort(times)
	times = slices.Compact(times)
	for j := range joints {
		var turns []mgl32.Quat
		var moves []mgl32.Vec3
		for _, time := range times {
			l := local(c.PoseAt(float64(time)), j)
			turns, moves = append(turns, l.Rotation), append(moves, l.Translation)
		}
		b.Rotation(j, clip.Linear, times, turns).Translation(j, clip.Linear, times, moves)
	}
	library := assets.NewLibrary(assets.Exact())
	id, err := b.Add(library)
	must(t, err)
	model := &assets.Model{Name: "animation", Skeleton: library.AddSkeleton(skeleton)}
	model.SetClips(library, []assets.ClipID{id})
	_, err = library.AddModel(model)
	must(t, err)
	var glb bytes.Buffer
	must(t, gltfio.Write(&glb, library, model))
	data := withHumanoid(t, glb.Bytes(), "VRMC_vrm_animation", func(bones map[string]int) any {
		list := map[string]any{}
		for bone, node := range bones {
			list[bone] = map[string]any{"node": node}
		}
		return list
	})
	if prefix != "" {
		data = renamed(t, data, prefix)
	}
	path := filepath.Join(t.TempDir(), "move.vrma")
	must(t, os.WriteFile(path, data, 0o600))
	return path
}

// renamed returns a binary file in which the names of the nodes begin with a prefix.
func renamed(t *testing.T, data []byte, prefix string) []byte {
	return rewrittenDocument(t, data, func(doc map[string]any) {
		for _, node := range doc["nodes"].([]any) {
			node := node.(map[string]any)
			node["name"] = prefix + node["name"].(string)
		}
	})
}

// Animations whose rest pose is a frame of the clip play as those whose rest pose stands, if their
// bones have the avatar's axes, whatever the names of the joints. Otherwise a warning says that the
// rest pose is no reference.
func TestAnimationsWhoseRestPoseIsAFrame(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	must(t, err)
	a, err := vrm.Open(library, avatar(t, "VRMC_vrm", vrm1))
	must(t, err)
	skeleton := library.Skeleton(a.Model.Skeleton)
	for _, name := range []string{"run", "dance", "jump"} {
		c := library.Clip(model.Clip(name))
		read := func(path string) (*assets.Clip, []string) {
			t.Helper()
			ids, warnings, err := a.OpenAnimation(library, path)
			must(t, err)
			return library.Clip(ids[0]), warnings
		}
		standing, frame := rig.NewPose(c.Skeleton()), c.PoseAt(c.Start()+0.3*c.Duration())
		for prefix, same := range map[string]string{
			"":       "its joints have the target's names, so the target's reference pose is that of both",
			"other ": "its bones have the axes of the target's, so the target's reference pose is that of both",
		} {
			want, warnings := read(animationFile(t, c, standing, prefix, 0))
			if len(warnings) > 0 {
				t.Errorf("%q: expected no warnings, found %q", name, warnings)
			}
			got, warnings := read(animationFile(t, c, frame, prefix, 0))
			if !strings.Contains(strings.Join(warnings, "\n"), same) {
				t.Errorf("%q: expected the warning %q, found %q", name, same, warnings)
			}
			degrees, distance := 0.0, 0.0
			for k := range 30 {
				time := c.Start() + c.Duration()*float64(k)/29
				x, y := want.PoseAt(time).ModelMatrices(nil), got.PoseAt(time).ModelMatrices(nil)
				for j := range skeleton.Len() {
					p, q := rig.MatrixAt(x, j), rig.MatrixAt(y, j)
					at := exact.Vec3{float64(p[3] - q[3]), float64(p[7] - q[7]), float64(p[11] - q[11])}
					distance = max(distance, at.Length()/skeleton.Size())
					for c := range 3 {
						u := exact.Vec3{float64(p[c]), float64(p[4+c]), float64(p[8+c])}.Normalized()
						v := exact.Vec3{float64(q[c]), float64(q[4+c]), float64(q[8+c])}.Normalized()
						degrees = max(degrees, math.Acos(min(1, u.Dot(v)))*180/math.Pi)
					}
				}
			}
			t.Logf("%q, names with %q: within %.3f° and %.4f %% of the size", name, prefix, degrees, 100*distance)
			if degrees > 0.6 || distance > 0.004 {
				t.Errorf("%q, names with %q: expected the clip of the pose that stands, found one off by %.2f° and %.2f %% of "+
					"the size", name, prefix, degrees, 100*distance)
			}
		}
		_, warnings := read(animationFile(t, c, frame, "other ", 0.7))
		if !strings.Contains(strings.Join(warnings, "\n"), "the source's reference pose is no standing pose") {
			t.Errorf("%q with other axes: expected a warning about the rest pose, found %q", name, warnings)
		}
	}
}
