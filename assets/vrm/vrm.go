package vrm

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
)

// Avatar is a VRM file.
type Avatar struct {
	// Model is the content of the file without the extensions of VRM.
	Model *assets.Model
	// Expressions are in the order of their names; the presets of VRM, such as "happy" and "blink",
	// come before those that the file adds.
	Expressions []Expression
	// Warnings describes what was left out, one line each.
	Warnings []string

	springs     []springDocument
	constraints []constraint
	skeleton    *rig.Skeleton
	memory      budget
}

// ErrNotVRM means that a file is no glTF file, or has neither springs nor constraints nor
// expressions of VRM 1.0.
var ErrNotVRM = errors.New("the file has no extension of VRM 1.0")

// maxBytes is the largest size of a file.
const maxBytes = 1 << 30

// Open reads a .vrm, .glb or .gltf file and adds its contents to the library. The error wraps
// [ErrNotVRM] or is an [*gltfio.Error]; errors in the extensions name the file and the place in its
// JSON. After an error the library is unchanged.
func Open(library *assets.Library, path string) (*Avatar, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxBytes {
		return nil, fmt.Errorf("%s: it has %d bytes, more than the limit of %d", path, info.Size(), maxBytes)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return read(library, path, data, func(o gltfio.Options) (*assets.Model, error) { return o.Open(library, path) })
}

// Parse is like [Open] for the bytes of a file that contains its buffers and images. Errors use
// name as the name of the file.
func Parse(library *assets.Library, name string, data []byte) (*Avatar, error) {
	return read(library, name, data, func(o gltfio.Options) (*assets.Model,
		error,
	) {
		return o.Parse(library, name, data)
	})
}

// document is the part of a file's JSON that this package reads.
type document struct {
	Nodes []struct {
		Extensions struct {
			Constraint *constraintExtension `json:"VRMC_node_constraint"`
		} `json:"extensions"`
	} `json:"nodes"`
	Extensions struct {
		SpringBone *springsDocument `json:"VRMC_springBone"`
		VRM        *struct {
			SpecVersion string `json:"specVersion"`
			Expressions struct {
				Preset map[string]expressionDocument `json:"preset"`
				Custom map[string]expressionDocument `json:"custom"`
			} `json:"expressions"`
		} `json:"VRMC_vrm"`
	} `json:"extensions"`
}

// extensions are those that this package reads.
var extensions = []string{
	"VRM", "VRMC_vrm", "VRMC_vrm_animation", "VRMC_springBone", "VRMC_springBone_extended_collider",
	"VRMC_node_constraint",
}

// read reads a file, with load for the glTF part.
func read(library *assets.Library, name string, data []byte,
	load func(gltfio.Options) (*assets.Model, error),
) (*Avatar, error) {
	var d document
	text, err := jsonOf(data)
	if err == nil {
		err = json.Unmarshal(text, &d)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, ErrNotVRM, err)
	}
	springs, vrm := d.Extensions.SpringBone, d.Extensions.VRM
	constraints, err := d.constraints()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if springs == nil && vrm == nil && len(constraints) == 0 {
		return nil, fmt.Errorf("%s: %w", name, ErrNotVRM)
	}
	a := &Avatar{memory: newBudget(len(data))}
	var joints []int
	if springs != nil {
		springs.path = "extensions.VRMC_springBone.springs"
		for i := range springs.Springs {
			springs.Springs[i].index = i
		}
		if err := springs.check(len(d.Nodes)); err != nil {
			return nil, fmt.Errorf("%s: extensions.VRMC_springBone%w", name, err)
		}
		joints = springs.joints()
	}
	for i := range constraints {
		joints = append(joints, constraints[i].node, constraints[i].source)
	}
	if a.Model, err = load(gltfio.Options{Joints: joints, Extensions: extensions}); err != nil {
		return nil, err
	}
	a.skeleton = library.Skeleton(a.Model.Skeleton)
	err = a.readConstraints(constraints)
	if err == nil && springs != nil {
		err = a.readSprings(springs)
	}
	if err == nil && vrm != nil {
		err = a.readExpressions(vrm.Expressions.Preset, vrm.Expressions.Custom)
	}
	if err != nil {
		library.RemoveModel(a.Model.ID)
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return a, nil
}

// jsonOf returns the JSON of a .gltf or .glb file.
func jsonOf(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte("glTF")) {
		return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), nil
	}
	if len(data) < 20 || string(data[16:20]) != "JSON" {
		return nil, errors.New("its first chunk is not JSON")
	}
	size := uint64(binary.LittleEndian.Uint32(data[12:]))
	if size > uint64(len(data)-20) {
		return nil, fmt.Errorf("its JSON has %d bytes, the file only %d", size, len(data))
	}
	return data[20 : 20+size], nil
}

// joint returns the joint of a node.
func (a *Avatar) joint(node int) (int, error) {
	joint, ok := a.skeleton.FromSource(node)
	if !ok {
		return 0, fmt.Errorf("node %d is no joint", node)
	}
	name := a.skeleton.JointName(joint)
	if first, err := a.skeleton.FindJoint(name); err != nil || first != joint {
		return 0, fmt.Errorf("node %d shares its name %q with another joint", node, name)
	}
	return joint, nil
}
