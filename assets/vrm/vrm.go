package vrm

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/names"
)

// Avatar is a VRM file.
type Avatar struct {
	// Model is the content of the file without the extensions of VRM. An avatar of VRM 0.x is
	// turned by half a turn, so that it faces +Z as all others do: its skeleton has a root more.
	Model *assets.Model
	// Bones are the joints that are the bones of the humanoid, or nil if the file names none.
	Bones *humanoid.Map
	// Expressions are in the order of their names; the presets of VRM, such as "happy" and "blink",
	// come before those that the file adds. Avatars of VRM 0.x have the names of VRM 1.0: "Joy" is
	// "happy", and "A" is "aa".
	Expressions []Expression
	// LookAt is how the eyes look at something, or nil if the file does not say it.
	LookAt *LookAt
	// FirstPerson and ThirdPerson have a bit for each part of the model, as
	// components.SkinnedMesh.Hidden has, of those that are not drawn for a camera in the avatar's
	// head, and for all other cameras. A mesh that is partly the head's is two parts of the model:
	// the whole one, and one without the triangles of the head for the camera there, which
	// characters do not show at first.
	FirstPerson, ThirdPerson uint64
	// Warnings describes what was left out, one line each.
	Warnings []string

	springs     []springDocument
	constraints []constraint
	skeleton    *rig.Skeleton
	joined      *rig.Skeleton    // that of the options, or nil
	numbers     rig.MorphChannel // of the weights of the expressions, the yaw and the pitch; Count 0 is none
	memory      budget

	materials      []materialDocument // while the file is read
	materialsNamed map[string][]int
}

// ErrNotVRM means that a file is no glTF file, or has no extension of VRM that describes an avatar.
var ErrNotVRM = errors.New("the file has no extension of VRM 1.0 or 0.x")

// maxBytes is the largest size of a file.
const maxBytes = 1 << 30

// Options are settings for [Options.Open] and [Options.Parse].
type Options struct {
	// Skeleton, if not nil, is that of characters which shall wear the file, such as hair or a skirt
	// (Wear of package systems/avatar). The file joins it, and its extra joints extend a copy, as
	// with Skeleton and ExtendSkeleton of [gltfio.Options]. What moves joints of the Skeleton is
	// left to the wearer: of springs their joints, constraints of such joints, the eyes. Warnings
	// tell of it. Expressions that move morph weights of nodes which the Skeleton lacks, or materials,
	// are the file's own: an extra joint, "expressions", carries their weights. A file of VRM 0.x needs
	// the Skeleton of one, which is turned as it is.
	Skeleton *assets.Skeleton
}

// Open is [Options.Open] without settings.
func Open(library *assets.Library, path string) (*Avatar, error) {
	return Options{}.Open(library, path)
}

// Open reads a .vrm, .glb or .gltf file and adds its contents to the library. The error wraps
// [ErrNotVRM] or is an [*gltfio.Error]; errors in the extensions name the file and the place in its
// JSON. After an error the library is unchanged.
func (o Options) Open(library *assets.Library, path string) (*Avatar, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return o.read(library, path, data, diskLoader(library, path))
}

// Parse is [Options.Parse] without settings.
func Parse(library *assets.Library, name string, data []byte) (*Avatar, error) {
	return Options{}.Parse(library, name, data)
}

// Parse is like [Options.Open] for the bytes of a file that contains its buffers and images. Errors
// use name as the name of the file.
func (o Options) Parse(library *assets.Library, name string, data []byte) (*Avatar, error) {
	return o.read(library, name, data, func(g gltfio.Options, data []byte) (*assets.Model, error) {
		return g.Parse(library, name, data)
	})
}

func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxBytes {
		return nil, fmt.Errorf("%s: expected at most %d bytes, found %d", path, maxBytes, info.Size())
	}
	return os.ReadFile(path)
}

// document is the part of a file's JSON that this package reads.
type document struct {
	Nodes []struct {
		Name       string    `json:"name"`
		Children   []int     `json:"children"`
		Mesh       *int      `json:"mesh"`
		Position   []float64 `json:"translation"`
		Extensions struct {
			Constraint *constraintExtension `json:"VRMC_node_constraint"`
		} `json:"extensions"`
	} `json:"nodes"`
	Materials  []materialDocument `json:"materials"`
	Extensions struct {
		SpringBone *springsDocument `json:"VRMC_springBone"`
		VRM        *avatarDocument  `json:"VRMC_vrm"`
		VRM0       *avatar0Document `json:"VRM"`
	} `json:"extensions"`
}

// avatarDocument is the extension VRMC_vrm.
type avatarDocument struct {
	Version     string           `json:"specVersion"`
	Humanoid    humanoidDocument `json:"humanoid"`
	Expressions struct {
		Preset map[string]expressionDocument `json:"preset"`
		Custom map[string]expressionDocument `json:"custom"`
	} `json:"expressions"`
	LookAt      *lookAtDocument `json:"lookAt"`
	FirstPerson struct {
		Annotations []annotationDocument `json:"meshAnnotations"`
	} `json:"firstPerson"`

	path    string // of the extension in the JSON
	bones   map[string]int
	unknown []string // names of bones that VRM does not define
}

// extensions are those that this package reads.
var extensions = []string{
	"VRM", "VRMC_vrm", "VRMC_vrm_animation", "VRMC_springBone", "VRMC_springBone_extended_collider",
	"VRMC_node_constraint",
}

// read reads a file, with load for the glTF part.
func (o Options) read(library *assets.Library, name string, data []byte, load loader) (*Avatar, error) {
	var d document
	text, err := jsonOf(data)
	if err == nil {
		err = unmarshal("", text, &d)
	}
	var wrong *jsontree.MismatchError
	switch {
	case errors.As(err, &wrong):
		return nil, fmt.Errorf("%s: %w", name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w: %w", name, ErrNotVRM, err)
	}
	a := &Avatar{memory: newBudget(len(data)), joined: o.Skeleton}
	if err := a.read(library, &d, data, load); err != nil {
		var e *gltfio.Error
		if !errors.As(err, &e) {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return nil, err
	}
	return a, nil
}

func (a *Avatar) read(library *assets.Library, d *document, data []byte, load loader) error {
	a.materials, a.materialsNamed = d.Materials, map[string][]int{}
	for i, m := range d.Materials {
		a.materialsNamed[m.Name] = append(a.materialsNamed[m.Name], i)
	}
	defer func() { a.materials, a.materialsNamed = nil, nil }()
	constraints, err := d.constraints()
	if err != nil {
		return err
	}
	vrm, springs := d.Extensions.VRM, d.Extensions.SpringBone
	if vrm != nil {
		vrm.path = "extensions.VRMC_vrm"
		if vrm.bones, vrm.unknown, err = named(vrm.Humanoid.HumanBones); err != nil && !errors.Is(err, ErrNoHumanoid) {
			return err
		}
	}
	if springs != nil {
		springs.place()
	}
	if d.Extensions.VRM0 != nil && vrm == nil {
		if err := a.checkFacing(); err != nil {
			return err
		}
		if data, err = a.withMaterials(data, d); err != nil {
			return err
		}
		if data, err = faceForward(data); err != nil {
			return err
		}
		if vrm, err = a.convert(d); err != nil {
			return err
		}
		if springs == nil {
			if springs, err = a.convertSprings(d); err != nil {
				return err
			}
		}
	}
	if springs == nil && vrm == nil && len(constraints) == 0 {
		return ErrNotVRM
	}
	options := gltfio.Options{Extensions: extensions, Skeleton: a.joined, ExtendSkeleton: true}
	if springs != nil {
		if err := springs.check(len(d.Nodes)); err != nil {
			return err
		}
		options.Joints = springs.joints()
	}
	for i := range constraints {
		options.Joints = append(options.Joints, constraints[i].node, constraints[i].source)
	}
	carrier := -1
	if vrm != nil {
		if err := vrm.check(len(d.Nodes)); err != nil {
			return err
		}
		for _, node := range vrm.bones {
			options.Joints = append(options.Joints, node)
		}
		switch {
		case vrm.numbers() == 0:
		case a.joined == nil:
			carrier = vrm.carrier(d)
		default:
			if data, carrier, err = a.addCarrier(data, vrm, d); err != nil {
				return err
			}
			if carrier >= 0 {
				options.Joints = append(options.Joints, carrier)
			}
		}
		if carrier >= 0 {
			options.Numbers = map[int]int{carrier: vrm.numbers()}
		}
		if options.Materials, err = a.findChanges(vrm); err != nil {
			return err
		}
	}
	if a.Model, err = load(options, data); err != nil {
		return err
	}
	a.skeleton = library.Skeleton(a.Model.Skeleton)
	err = a.readConstraints(constraints)
	if err == nil && springs != nil {
		err = a.readSprings(springs)
	}
	if err == nil && vrm != nil {
		err = a.readDescription(library, vrm, carrier)
	}
	if err != nil {
		library.RemoveModel(a.Model.ID)
	}
	return err
}

// readDescription reads what the extension VRMC_vrm says of the avatar.
func (a *Avatar) readDescription(library *assets.Library, d *avatarDocument, carrier int) error {
	if joint, ok := a.jointOf(carrier); ok {
		a.numbers, _ = a.skeleton.MorphChannel(joint)
	}
	a.warnOfWords(d)
	if err := a.readBones(d); err != nil {
		return err
	}
	if err := a.readExpressions(d); err != nil {
		return err
	}
	if err := a.readLookAt(d); err != nil {
		return err
	}
	return a.readFirstPerson(library, d)
}

// mostUnknown is how many unknown names of bones a file is told of.
const mostUnknown = 8

// warnOfWords tells of a version and of names of bones that VRM does not define.
func (a *Avatar) warnOfWords(d *avatarDocument) {
	if v := d.Version; v != "" && v != "1.0" && !strings.HasPrefix(v, "1.0-") {
		a.warn("%s.specVersion: expected version 1.0, found %q: what it changes is not read", d.path, v)
	}
	for i, bone := range d.unknown {
		if i == mostUnknown {
			a.warn("%s.humanoid.humanBones: VRM does not define %d more names of bones either", d.path, len(d.unknown)-i)
			break
		}
		a.warn("%s.humanoid.humanBones: VRM defines no bone %q, so it is left out%s", d.path, bone,
			names.Meant(bone, slices.Sorted(maps.Keys(boneNames))))
	}
}

func (a *Avatar) warn(format string, arguments ...any) {
	a.Warnings = append(a.Warnings, fmt.Sprintf(format, arguments...))
}

// check returns an error if a bone of the humanoid is no node.
func (d *avatarDocument) check(nodes int) error {
	for bone, node := range d.bones {
		at := fmt.Sprintf("%s.humanoid.humanBones: the bone %q", d.path, bone)
		if err := expectIndex(at, node, nodes, "nodes"); err != nil {
			return err
		}
	}
	return nil
}

// numbers returns how many numbers of the pose the face needs: the weights of the expressions, and
// yaw and pitch of the eyes.
func (d *avatarDocument) numbers() int {
	n := len(d.Expressions.Preset) + len(d.Expressions.Custom)
	if n > 0 || d.LookAt != nil {
		n += faceAngles
	}
	return n
}

// carrier returns the node that carries the numbers of the face: the head, or another bone without
// a mesh; -1 if there is none.
func (d *avatarDocument) carrier(from *document) int {
	carrier := -1
	for bone, node := range d.bones {
		if from.Nodes[node].Mesh != nil {
			continue
		}
		if bone == "head" {
			return node
		}
		if carrier < 0 || node < carrier {
			carrier = node
		}
	}
	return carrier
}

func (a *Avatar) readBones(d *avatarDocument) error {
	if len(d.bones) == 0 {
		return nil
	}
	a.Bones = humanoid.NewMap(a.skeleton)
	return setBones(a.Bones, d.bones, a.jointOf)
}

// joint returns the joint of a node.
func (a *Avatar) joint(node int) (int, error) {
	joint, ok := a.jointOf(node)
	if !ok {
		return 0, fmt.Errorf("expected a node that is a joint, found node %d", node)
	}
	name := a.skeleton.JointName(joint)
	if first, err := a.skeleton.FindJoint(name); err != nil || first != joint {
		return 0, fmt.Errorf("expected a joint with a name of its own, found node %d with the name %q, which "+
			"another one has", node, name)
	}
	return joint, nil
}
