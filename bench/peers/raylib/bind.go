package main

import (
	"fmt"

	rl "github.com/gen2brain/raylib-go/raylib"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// bindPose returns the joints of a skin as they were when its vertices were bound, in model space, from the file's inverse bind
// matrices. (raylib itself takes the rest pose, which need not be the same, and does so only with a window open.)
func bindPose(skin *assets.Skin) ([]rl.Transform, error) {
	made := make([]rl.Transform, skin.Len())
	for entry := range made {
		bind, ok := rig.MatrixAt(skin.InverseBinds(), entry).Inverse()
		if !ok {
			return nil, fmt.Errorf("inverse bind matrix %d has no inverse", entry)
		}
		m := bind.Mat4()
		scale := mgl32.Vec3{m.Col(0).Vec3().Len(), m.Col(1).Vec3().Len(), m.Col(2).Vec3().Len()}
		turn := mgl32.Ident4()
		for c := range 3 {
			turn.SetCol(c, m.Col(c).Mul(1/scale[c]))
		}
		q, at := mgl32.Mat4ToQuat(turn), m.Col(3)
		made[entry] = rl.Transform{
			Translation: rl.Vector3{X: at[0], Y: at[1], Z: at[2]},
			Rotation:    rl.Vector4{X: q.V[0], Y: q.V[1], Z: q.V[2], W: q.W},
			Scale:       rl.Vector3{X: scale[0], Y: scale[1], Z: scale[2]},
		}
	}
	return made, nil
}
