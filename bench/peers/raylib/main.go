package main

import (
	"fmt"
	"math"

	rl "github.com/gen2brain/raylib-go/raylib"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/bench/peers"
)

func main() { peers.Main(raylib) }

var raylib = peers.Peer{
	Name: "raylib-go v0.60.0",
	Note: "UpdateModelAnimation and UpdateModelAnimationEx, on the CPU in C",
	Other: "it converts clips at load to poses in model space, 60 per second, so that a frame does not compute the " +
		"hierarchy, and joints leave their paths between poses and in blends",
	Blends: 2, Open: open,
}

// framesPerSecond is the number of poses that raylib makes of a second of a glTF animation.
const framesPerSecond = 60

// crowd is raylib's models, without meshes: raylib can load meshes only into an open window, and
// would skin them on the CPU.
type crowd struct {
	clips      []rl.ModelAnimation
	durations  []float64
	characters []character
}

type character struct {
	model rl.Model
	times []float64
}

func open(c peers.Case) (peers.Crowd, error) {
	rl.SetTraceLogLevel(rl.LogError)
	library := assets.NewLibrary(assets.Exact())
	model, err := gltfio.Open(library, c.File)
	if err != nil {
		return nil, err
	}
	animations := rl.LoadModelAnimations(c.File)
	skin := library.Skin(model.Skins[0])
	crowd := &crowd{}
	for _, clip := range c.Clips {
		if clip >= len(animations) || int(animations[clip].BoneCount) != skin.Len() {
			return nil, fmt.Errorf("%s: raylib reads %d animations, or with other joints", c.File, len(animations))
		}
		crowd.clips = append(crowd.clips, animations[clip])
		crowd.durations = append(crowd.durations, library.Clip(model.Clips[clip]).Duration())
	}
	bind, err := bindPose(skin)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.File, err)
	}
	for i := range c.Characters {
		bones, current, matrices := make([]rl.BoneInfo, skin.Len()), make([]rl.Transform, skin.Len()),
			make([]rl.Matrix, skin.Len())
		one := character{model: rl.Model{
			Skeleton:    rl.ModelSkeleton{BoneCount: int32(skin.Len()), Bones: &bones[0], BindPose: &bind[0]},
			CurrentPose: &current[0], BoneMatrices: &matrices[0],
		}}
		for range c.Clips {
			one.times = append(one.times, c.Start(i))
		}
		crowd.characters = append(crowd.characters, one)
	}
	return crowd, nil
}

// Update implements [peers.Crowd].
func (c *crowd) Update(seconds float64) {
	for i := range c.characters {
		one := &c.characters[i]
		for n := range one.times {
			one.times[n] = math.Mod(one.times[n]+seconds, c.durations[n])
		}
		first := float32(one.times[0] * framesPerSecond)
		if len(c.clips) == 1 {
			rl.UpdateModelAnimation(one.model, c.clips[0], first)
		} else {
			rl.UpdateModelAnimationEx(one.model, c.clips[0], first, c.clips[1], float32(one.times[1]*framesPerSecond),
				0.5)
		}
	}
}

// Palette implements [peers.Crowd].
func (c *crowd) Palette(character int) []float32 {
	var rows []float32
	for _, m := range c.characters[character].model.GetBoneMatrices() {
		rows = append(rows, m.M0, m.M4, m.M8, m.M12, m.M1, m.M5, m.M9, m.M13, m.M2, m.M6, m.M10, m.M14)
	}
	return rows
}

// bindPose returns the joints of a skin in the bind pose, in model space, from the file's inverse
// bind matrices. (raylib itself uses the rest pose, which may differ, and computes it only with an
// open window.)
func bindPose(skin *rig.Skin) ([]rl.Transform, error) {
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
