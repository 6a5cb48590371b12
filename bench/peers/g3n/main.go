package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/g3n/engine/animation"
	"github.com/g3n/engine/core"
	"github.com/g3n/engine/graphic"
	"github.com/g3n/engine/loader/gltf"
	"github.com/g3n/engine/math32"

	"github.com/sinew-go/sinew/bench/peers"
)

func main() { peers.Main(g3n) }

var g3n = peers.Peer{
	Name: "g3n v0.2.0", Note: "cannot blend animations", Blends: 1,
	Open: func(c peers.Case) (peers.Crowd, error) {
		parse := gltf.ParseJSON
		if filepath.Ext(c.File) == ".glb" {
			parse = gltf.ParseBin
		}
		document, err := parse(c.File)
		if err != nil {
			return nil, err
		}
		if len(document.Skins) == 0 {
			return nil, fmt.Errorf("%w: %s has no skin", peers.ErrNoSkin, c.File)
		}
		crowd := &crowd{}
		for i := range c.Characters {
			character, err := load(*document, c.Clips[0], float32(c.Start(i)))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.File, err)
			}
			crowd.characters = append(crowd.characters, character)
		}
		return crowd, nil
	},
}

// crowd is trees of g3n's nodes, each with its animation.
type crowd struct{ characters []character }

type character struct {
	scene     core.INode
	animation *animation.Animation
	skeleton  *graphic.Skeleton
	matrices  []math32.Matrix4
	time, end float32 // present time in the animation, and its end, in seconds
}

// load makes a character's nodes, skeleton and animation. It leaves out meshes and textures, which
// are not measured and which g3n would read again for each character.
func load(document gltf.GLTF, clip int, start float32) (character, error) {
	document.Nodes = slices.Clone(document.Nodes)
	for i := range document.Nodes {
		document.Nodes[i].Mesh, document.Nodes[i].Skin = nil, nil
	}
	document.Skins = slices.Clone(document.Skins)
	var c character
	var err error
	scene := 0
	if document.Scene != nil {
		scene = *document.Scene
	}
	if c.scene, err = document.LoadScene(scene); err != nil {
		return c, err
	}
	if c.skeleton, err = document.LoadSkin(0); err != nil {
		return c, err
	}
	if c.animation, err = document.LoadAnimation(clip); err != nil {
		return c, err
	}
	for _, channel := range document.Animations[clip].Channels {
		input := document.Accessors[document.Animations[clip].Samplers[channel.Sampler].Input]
		if len(input.Max) > 0 {
			c.end = max(c.end, input.Max[0])
		}
	}
	c.time = start
	c.animation.SetLoop(true)
	c.animation.SetStart(start)
	c.animation.Reset()
	return c, nil
}

// Update implements [peers.Crowd]. The last call is what g3n does when it draws, without the
// inverse of the mesh's own matrix, which is the identity here.
func (c *crowd) Update(seconds float64) {
	identity := math32.NewMatrix4()
	for i := range c.characters {
		character := &c.characters[i]
		character.animation.Update(character.step(float32(seconds)))
		character.scene.UpdateMatrixWorld()
		character.matrices = character.skeleton.BoneMatrices(identity)
	}
}

// step advances time as g3n does, and returns the step. It avoids a step that ends exactly at the
// last key, where g3n panics.
func (c *character) step(seconds float32) float32 {
	if c.time+seconds == c.end {
		seconds += 1e-5
	}
	c.time += seconds
	if c.time > c.end {
		c.time -= c.end
	}
	return seconds
}

// Palette implements [peers.Crowd].
func (c *crowd) Palette(character int) []float32 {
	var rows []float32
	for _, m := range c.characters[character].matrices { // column-major
		for row := range 3 {
			rows = append(rows, m[row], m[4+row], m[8+row], m[12+row])
		}
	}
	return rows
}
