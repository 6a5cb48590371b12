package vrm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/rig"
)

// ErrNoHumanoid reports a file without a humanoid in any of the extensions.
var ErrNoHumanoid = errors.New("the file has no VRM humanoid")

// Humanoid is the humanoid of a VRM file.
type Humanoid struct {
	// Model is the file's content as gltfio reads it.
	Model *assets.Model
	// Skeleton has a joint for every bone: the model's skeleton, or one with a joint for every
	// node.
	Skeleton *rig.Skeleton
	// Bones are the humanoid's bones.
	Bones *humanoid.Map
	// Clips are the file's clips, for the Skeleton.
	Clips []*clip.Clip
}

// OpenHumanoid reads a .vrm, .vrma or other glTF file and adds its contents to the library, as
// [gltfio.Open] does. One of VRM 0.x is turned so that it faces +Z. The error wraps [ErrNoHumanoid]
// if the file has no humanoid; the library has the model even then. It wraps [clip.ErrNoKeys] if
// the library drops the keys of clips and these are needed for a Skeleton of all nodes.
func OpenHumanoid(lib *assets.Library, path string) (*Humanoid, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	bones, is0, bonesErr := boneNodes(data)
	if is0 {
		if data, err = faceForward(data); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}
	model, err := diskLoader(lib, path)(gltfio.Options{Extensions: extensions}, data)
	if err == nil {
		err = bonesErr
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	c, err := newHumanoid(lib, model, bones)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return c, nil
}

// newHumanoid relates the bones to the joints of the model's skeleton, or of one with a joint for
// every node.
func newHumanoid(lib *assets.Library, model *assets.Model, bones map[string]int) (*Humanoid, error) {
	c := &Humanoid{Model: model, Skeleton: lib.Skeleton(model.Skeleton)}
	for _, id := range model.Clips {
		c.Clips = append(c.Clips, lib.Clip(id))
	}
	for _, name := range slices.Sorted(maps.Keys(bones)) {
		if node := bones[name]; node < 0 || node >= len(model.Nodes) {
			return nil, fmt.Errorf("VRM humanoid: bone %q: expected one of the %d nodes, found %d", name,
				len(model.Nodes), node)
		}
	}
	for _, node := range bones {
		if _, ok := c.Skeleton.FromSource(node); !ok {
			if err := c.addNodes(); err != nil {
				return nil, err
			}
			break
		}
	}
	c.Bones = humanoid.NewMap(c.Skeleton)
	return c, setBones(c.Bones, bones, c.Skeleton.FromSource)
}

// setBones makes the joints of nodes the bones of a humanoid, by the names of the bones.
func setBones(h *humanoid.Map, bones map[string]int, jointOf func(node int) (int, bool)) error {
	for _, name := range slices.Sorted(maps.Keys(bones)) {
		joint, ok := jointOf(bones[name])
		if !ok {
			return fmt.Errorf("VRM humanoid: bone %q: expected a node that is a joint, found node %d", name, bones[name])
		}
		if err := h.SetJoint(name, joint); err != nil {
			return err
		}
	}
	return nil
}

// addNodes replaces the skeleton by one with a joint for every node, and the clips by clips of
// that.
func (c *Humanoid) addNodes() error {
	var joints []rig.Joint
	for i, n := range c.Model.Nodes {
		j := rig.Joint{Name: n.Name, Parent: n.Parent, Rest: n.Rest}
		if j.Name == "" {
			j.Name = fmt.Sprintf("node_%d", i)
		}
		joints = append(joints, j)
	}
	whole, err := rig.NewSkeleton(c.Skeleton.Name(), joints, nil)
	if err != nil {
		return err
	}
	for i, source := range c.Clips {
		if err := source.CheckKeys(); err != nil {
			return fmt.Errorf("the bones of the humanoid need a skeleton of all nodes: %w", err)
		}
		b := clip.NewBuilder(source.Name(), whole).Range(source.Start(), source.End()).PlayModeOf(source)
		for _, t := range source.Tracks() {
			joint, ok := whole.FromSource(c.Skeleton.Source(t.Joint))
			if ok {
				copyTrack(b, joint, t)
			}
		}
		for _, m := range source.Markers() {
			b.Marker(m)
		}
		if c.Clips[i], err = b.Build(); err != nil {
			return err
		}
	}
	c.Skeleton = whole
	return nil
}

// copyTrack adds a track to another joint. Morph weights, visibility and materials have no meshes
// there.
func copyTrack(b *clip.Builder, joint int, t clip.JointTrack) {
	times, interpolation := t.Track.Times(), t.Track.Interpolation()
	switch t.Property {
	case clip.Translation:
		b.Translation(joint, interpolation, times, vectors(t.Track.Values()))
	case clip.Rotation:
		b.Rotation(joint, interpolation, times, quaternions(t.Track.Values()))
	case clip.Scale:
		b.Scale(joint, interpolation, times, vectors(t.Track.Values()))
	}
}

// humanoidDocument is the part of the extensions that is read.
type humanoidDocument struct {
	HumanBones json.RawMessage `json:"humanBones"`
}

type humanoidFile struct {
	Extensions struct {
		VRM1      *struct{ Humanoid humanoidDocument } `json:"VRMC_vrm"`
		Animation *struct{ Humanoid humanoidDocument } `json:"VRMC_vrm_animation"`
		VRM0      *struct{ Humanoid humanoidDocument } `json:"VRM"`
	} `json:"extensions"`
}

// boneNodes returns the index of the node of each humanoid bone in the bytes of a .vrm, .vrma, .glb
// or .gltf file, by the names of [humanoid.BoneNames]. Bones of VRM 0.x have the names of VRM 1.0:
// its thumbs begin with the metacarpal. It reports whether the file is one of VRM 0.x. The error
// wraps [ErrNoHumanoid] if there are none.
func boneNodes(data []byte) (bones map[string]int, is0 bool, err error) {
	text, err := jsonOf(data)
	if err != nil {
		return nil, false, fmt.Errorf("VRM: %w", err)
	}
	var d humanoidFile
	if err := unmarshal("", bytes.TrimRight(text, "\x00"), &d); err != nil {
		return nil, false, fmt.Errorf("VRM: %w", err)
	}
	e := d.Extensions
	switch {
	case e.VRM1 != nil:
		bones, _, err = named(e.VRM1.Humanoid.HumanBones)
	case e.Animation != nil:
		bones, _, err = named(e.Animation.Humanoid.HumanBones)
	case e.VRM0 != nil:
		bones, _, err = listed(e.VRM0.Humanoid.HumanBones)
		is0 = true
	default:
		err = ErrNoHumanoid
	}
	return bones, is0, err
}

// named reads the bones of VRM 1.0, an object by name, and returns the names that VRM does not
// define, too.
func named(text json.RawMessage) (found map[string]int, unknown []string, err error) {
	var bones map[string]struct {
		Node *int `json:"node"`
	}
	if len(text) > 0 {
		if err := unmarshal("humanBones", text, &bones); err != nil {
			return nil, nil, fmt.Errorf("VRM humanoid: %w", err)
		}
	}
	found = map[string]int{}
	for name, b := range bones {
		if words, ok := boneNames[name]; !ok {
			unknown = append(unknown, name)
		} else if b.Node != nil {
			found[words] = *b.Node
		}
	}
	slices.Sort(unknown)
	return found, unknown, orNone(found)
}

// listed reads the bones of VRM 0.x, a list, and returns the names that VRM does not define, too.
func listed(text json.RawMessage) (found map[string]int, unknown []string, err error) {
	var bones []struct {
		Bone string `json:"bone"`
		Node *int   `json:"node"`
	}
	if len(text) > 0 {
		if err := unmarshal("humanBones", text, &bones); err != nil {
			return nil, nil, fmt.Errorf("VRM humanoid: %w", err)
		}
	}
	thumbs := map[string]string{"ThumbProximal": "ThumbMetacarpal", "ThumbIntermediate": "ThumbProximal"}
	found = map[string]int{}
	for _, b := range bones {
		name := b.Bone
		for _, side := range [2]string{"left", "right"} {
			for was, is := range thumbs {
				if b.Bone == side+was {
					name = side + is
				}
			}
		}
		if words, ok := boneNames[name]; !ok {
			unknown = append(unknown, b.Bone)
		} else if b.Node != nil {
			found[words] = *b.Node
		}
	}
	return found, unknown, orNone(found)
}

func orNone(found map[string]int) error {
	if len(found) == 0 {
		return ErrNoHumanoid
	}
	return nil
}

// boneNames maps the names of VRM to the names of package retarget.
var boneNames = func() map[string]string {
	m := map[string]string{}
	for _, words := range humanoid.BoneNames() {
		var name []byte
		for i := 0; i < len(words); i++ {
			if words[i] == ' ' {
				i++
				name = append(name, words[i]-'a'+'A')
			} else {
				name = append(name, words[i])
			}
		}
		m[string(name)] = words
	}
	return m
}()

// vectors converts flat values, three for each vector.
func vectors(values []float32) []mgl32.Vec3 {
	list := make([]mgl32.Vec3, len(values)/3)
	for i := range list {
		list[i] = mgl32.Vec3(values[3*i:][:3])
	}
	return list
}

// quaternions converts flat values x, y, z, w, four for each rotation.
func quaternions(values []float32) []mgl32.Quat {
	list := make([]mgl32.Quat, len(values)/4)
	for i := range list {
		list[i] = mgl32.Quat{V: mgl32.Vec3(values[4*i:][:3]), W: values[4*i+3]}
	}
	return list
}
