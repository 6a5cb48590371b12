package gltfio

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// TestRootMotionOfModels extracts root motion from real models. Only a few of their clips move the
// character.
func TestRootMotionOfModels(t *testing.T) {
	for _, file := range []struct {
		path, clip, joint string
		x, z              float64 // total root motion in meters
	}{
		{"assets/robot/robot.glb", "Robot_Sitting", "Body", 0, -0.6651},
		{"assets/robot/robot.glb", "Robot_Standing", "Body", 0, 0.6651},
		{"assets/robot/robot.glb", "Robot_Walking", "Body", 0, 0},
		{"assets/woman/Woman.gltf", "Sitting", "Hips", 0.1388, -1.2911},
		{"assets/woman/Woman.gltf", "Walking", "Hips", 0, 0},
		{"assets/enemy/enemy.glb", "walk", "body", 0, 0},
	} {
		t.Run(file.clip, func(t *testing.T) {
			lib := assets.NewLibrary(assets.Exact())
			model, err := Open(lib, testassets.Path(t, file.path))
			if err != nil {
				t.Fatal(err)
			}
			c := lib.Clip(model.Clip(file.clip))
			if c == nil {
				t.Fatalf("%s has no clip %q", file.path, file.clip)
			}
			stripped, err := clip.ExtractRootMotion(c, clip.RootMotionOptions{AllowStill: true})
			if err != nil {
				t.Fatal(err)
			}
			motion := stripped.RootMotion()
			if name := c.Skeleton().JointName(motion.Joint()); name != file.joint {
				t.Fatalf("the root motion is that of joint %q, want %q", name, file.joint)
			}
			if m := motion.Total(); math.Abs(m.X-file.x) > 1e-4 || math.Abs(m.Z-file.z) > 1e-4 {
				t.Errorf("the total root motion is %+v, want x %v, z %v", m, file.x, file.z)
			}
			moves := movingJoints(c)
			for k := range 50 {
				time := c.Start() + c.Duration()*float64(k)/50
				want := reference.Models(c.Skeleton(), reference.Sample(c, time))
				left := reference.Models(c.Skeleton(), reference.Sample(stripped, time))
				for j := range want {
					if !moves[j] {
						continue
					}
					got := reference.MotionMatrix(motion.At(time), motion.Up()).Mul(left[j])
					for r := range 3 {
						if d := math.Abs(got[r][3] - want[j][r][3]); d > 5e-5 {
							t.Fatalf("joint %q at %v s has an error of %v m", c.Skeleton().JointName(j), time, d)
						}
					}
				}
			}
		})
	}
}

// movingJoints reports for each joint whether it moves or has an ancestor that moves.
func movingJoints(c *assets.Clip) []bool {
	moves := make([]bool, c.Skeleton().Len())
	for _, track := range c.Tracks() {
		values, width := track.Track.Values(), track.Track.Width()
		for i, v := range values {
			if track.Property <= clip.Rotation && math.Abs(float64(v-values[i%width])) > 1e-5 {
				moves[track.Joint] = true
			}
		}
	}
	for j := range moves {
		if parent := c.Skeleton().Parent(j); parent >= 0 {
			moves[j] = moves[j] || moves[parent]
		}
	}
	return moves
}
