package ragdoll

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/order"
)

// ErrJSON means that a text is no definition in JSON, or not for the skeleton.
var ErrJSON = errors.New("no ragdoll in JSON")

// document is the form of a definition in JSON. Joints are named, so that it fits every skeleton
// that has them.
type document struct {
	Root   string         `json:"root"`
	Front  mgl32.Vec3     `json:"front"`
	Up     mgl32.Vec3     `json:"up"`
	Bodies []bodyDocument `json:"bodies"`
}

type bodyDocument struct {
	Joint  string        `json:"joint"`
	A      mgl32.Vec3    `json:"a"`
	B      mgl32.Vec3    `json:"b"`
	Radius float32       `json:"radius"`
	Mass   float32       `json:"mass"`
	Above  string        `json:"above,omitempty"`
	Limit  limitDocument `json:"limit"`
}

type limitDocument struct {
	Axis       mgl32.Vec3 `json:"axis"`
	Side       mgl32.Vec3 `json:"side"`
	Center     mgl32.Vec3 `json:"center"`
	CenterSide mgl32.Vec3 `json:"centerSide"`
	Bend       float32    `json:"bend"`
	Sway       float32    `json:"sway"`
	Twist      float32    `json:"twist"`
}

// JSON returns a definition as JSON, indented, for a file that is edited by hand. Lengths are in the
// spaces of the joints, angles radians. It fails as [rigid.Definition.Check] does.
func JSON(d *Definition) ([]byte, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	doc := document{Root: d.Name(d.Root), Front: d.Front, Up: d.Up}
	for i := range d.Bodies {
		b := &d.Bodies[i]
		doc.Bodies = append(doc.Bodies, bodyDocument{
			d.Name(i), b.A, b.B, b.Radius, b.Mass, b.Above,
			limitDocument(b.Limit),
		})
	}
	return json.MarshalIndent(doc, "", "\t")
}

// Limits of a document: the number of bodies, the depth of values in values, and the problems that
// an error lists.
const (
	maxBodies   = 1 << 10
	maxDepth    = 8
	maxProblems = 20
)

// Read reads a definition that [JSON] wrote, for a skeleton. Bodies may be in any order.
// The error names what is unknown or missing with its line and column, or is that of
// [rigid.Definition.Check].
func Read(data []byte, skeleton *rig.Skeleton) (*Definition, error) {
	if skeleton == nil {
		return nil, fmt.Errorf("%w: expected a skeleton to read it for, found nil", ErrModel)
	}
	tree, err := jsontree.Parse(data, maxDepth)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJSON, err)
	}
	var doc document
	decoder := jsontree.Decoder{MaxList: maxBodies, MaxProblems: maxProblems}
	decoder.Decode(tree.Root, &doc)
	if err := errors.Join(decoder.Problems...); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJSON, err)
	}
	d := &Definition{Skeleton: skeleton, Front: doc.Front, Up: doc.Up, Root: -1}
	for i := range doc.Bodies {
		b := &doc.Bodies[i]
		joint, err := skeleton.FindJoint(b.Joint)
		if err != nil {
			path := fmt.Sprintf("bodies[%d].joint", i)
			return nil, fmt.Errorf("%w: %s: %s: %w", ErrJSON, tree.Find(path).Place(), path, err)
		}
		d.Bodies = append(d.Bodies, Body{
			Joint: joint, A: b.A, B: b.B, Radius: b.Radius, Mass: b.Mass, Above: b.Above, Limit: Limit(b.Limit),
		})
	}
	order.Stable(d.Bodies, func(a, b Body) int { return a.Joint - b.Joint })
	root, ok := d.Find(doc.Root)
	if !ok {
		var joints []string
		for i := range d.Bodies {
			joints = append(joints, d.Name(i))
		}
		return nil, fmt.Errorf("%w: %s: root: expected the joint of a body, found %q%s", ErrJSON,
			tree.Find("root").Place(), doc.Root, names.Meant(doc.Root, joints))
	}
	d.Root = root
	if err := d.Check(); err != nil {
		return nil, err
	}
	return d, nil
}
