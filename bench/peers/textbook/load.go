package main

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/bench/peers"
)

// load reads a file with Sinew's reader, which is not measured. The skin refers to joints by index.
func load(c peers.Case) (joints []joint, skin []indexedInfluence, clips []animation, err error) {
	library := assets.NewLibrary(assets.Exact())
	model, err := gltfio.Open(library, c.File)
	if err != nil {
		return nil, nil, nil, err
	}
	skeleton := library.Skeleton(model.Skeleton)
	joints = make([]joint, skeleton.Len())
	for j := range joints {
		rest := skeleton.Rest(j)
		joints[j].rest = pose{rest.Translation, rest.Rotation, rest.Scale}
		if parent := skeleton.Parent(j); parent >= 0 {
			joints[j].parent = &joints[parent]
		}
	}
	source := library.Skin(model.Skins[0])
	for i, j := range source.Joints() {
		skin = append(skin, indexedInfluence{int(j), rig.MatrixAt(source.InverseBinds(), i).Mat4()})
	}
	for _, index := range c.Clips {
		animation, err := loadClip(library.Clip(model.Clips[index]), len(joints))
		if err != nil {
			return nil, nil, nil, err
		}
		clips = append(clips, animation)
	}
	return joints, skin, clips, nil
}

// indexedInfluence is an [influence] by the joint's index.
type indexedInfluence struct {
	joint       int
	inverseBind mgl32.Mat4
}

func loadClip(source *assets.Clip, joints int) (animation, error) {
	loaded := animation{duration: float32(source.Duration()), joints: make([]tracks, joints)}
	for _, t := range source.Tracks() {
		if t.Track.Interpolation() != clip.Linear {
			return animation{}, fmt.Errorf("clip %q: expected linear keys only", source.Name())
		}
		to, values := &loaded.joints[t.Joint], t.Track.Values()
		switch t.Property {
		case clip.Translation:
			to.translation = track[mgl32.Vec3]{t.Track.Times(), vectors(values)}
		case clip.Scale:
			to.scale = track[mgl32.Vec3]{t.Track.Times(), vectors(values)}
		case clip.Rotation:
			to.rotation.times = t.Track.Times()
			for i := 0; i < len(values); i += 4 {
				to.rotation.values = append(to.rotation.values,
					mgl32.Quat{W: values[i+3], V: mgl32.Vec3{values[i], values[i+1], values[i+2]}})
			}
		}
	}
	return loaded, nil
}

func vectors(values []float32) []mgl32.Vec3 {
	var list []mgl32.Vec3
	for i := 0; i < len(values); i += 3 {
		list = append(list, mgl32.Vec3{values[i], values[i+1], values[i+2]})
	}
	return list
}

// newCharacter copies the hierarchy for a character that starts at its own time.
func newCharacter(joints []joint, skin []indexedInfluence, clips []animation, start float32) *character {
	c := &character{
		joints: make([]joint, len(joints)), palette: make([]mgl32.Mat4, len(skin)),
		times: make([]float32, len(clips)),
	}
	index := map[*joint]int{}
	for j := range joints {
		index[&joints[j]] = j
		c.joints[j] = joints[j]
		if parent := joints[j].parent; parent != nil {
			c.joints[j].parent = &c.joints[index[parent]]
		}
	}
	for _, b := range skin {
		c.skin = append(c.skin, influence{&c.joints[b.joint], b.inverseBind})
	}
	for i := range c.times {
		c.times[i] = start
	}
	return c
}
