package main

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/solarlune/tetra3d"

	"github.com/sinew-go/sinew/bench/peers"
)

func main() { peers.Main(tetra) }

var tetra = peers.Peer{
	Name: "tetra3d v0.18.0", Note: "cannot blend two playing clips: fades only from a fixed pose, by the wall clock",
	Blends: 1, Open: open,
}

// crowd is clones of a tetra3d scene.
type crowd struct {
	characters   []character
	inverseBinds []mgl32.Mat4
}

type character struct {
	player *tetra3d.AnimationPlayer
	bones  []tetra3d.INode
}

func open(c peers.Case) (peers.Crowd, error) {
	file, err := prepare(c.File)
	if err != nil {
		return nil, err
	}
	library, err := tetra3d.LoadGLTFData(file.glb, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.File, err)
	}
	if c.Clips[0] >= len(library.Animations) {
		return nil, fmt.Errorf("%w: %s", peers.ErrNoSkin, c.File)
	}
	clip := library.Animations[c.Clips[0]]
	clip.SetLoopMode(tetra3d.AnimationLoopModeLoop)
	crowd := &crowd{inverseBinds: file.inverseBinds}
	for i := range c.Characters {
		root := library.Scenes[0].Root.Clone()
		one := character{player: root.AnimationPlayer()}
		named := map[string]tetra3d.INode{}
		root.ForEachChild(true, func(child tetra3d.INode, _ int) bool {
			named[child.Name()] = child
			return true
		})
		for _, name := range file.bones {
			bone, ok := named[name]
			if !ok {
				return nil, fmt.Errorf("%s: tetra3d found no node %q", c.File, name)
			}
			one.bones = append(one.bones, bone)
		}
		one.player.Play(clip)
		// An update computes the pose first and advances time after it.
		one.player.SetPlayhead(float32(c.Start(i) + peers.Frame))
		crowd.characters = append(crowd.characters, one)
	}
	return crowd, nil
}

// Update implements [peers.Crowd]. Transform also computes the bone's skinning matrix, as it does
// for drawing.
func (c *crowd) Update(seconds float64) {
	for i := range c.characters {
		c.characters[i].player.Update(float32(seconds))
		for _, bone := range c.characters[i].bones {
			bone.Transform()
		}
	}
}

// Palette implements [peers.Crowd]. tetra3d does not export its skinning matrices, so they are
// computed again.
func (c *crowd) Palette(character int) []float32 {
	var rows []float32
	for n, bone := range c.characters[character].bones {
		var model mgl32.Mat4
		for i, row := range bone.Transform() { // tetra3d's matrices are for row vectors: its rows are our columns
			model.SetCol(i, mgl32.Vec4{row[0], row[1], row[2], row[3]})
		}
		m := model.Mul4(c.inverseBinds[n])
		for row := range 3 {
			rows = append(rows, m.At(row, 0), m.At(row, 1), m.At(row, 2), m.At(row, 3))
		}
	}
	return rows
}
