package paired

import (
	_ "embed" // for the schema
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/motionnames"
)

// Schema is the JSON Schema (draft 2020-12) of the documents that [Read] reads and [Write] writes.
//
//go:embed paired.schema.json
var Schema string

// Limits of a document: its bytes, the depth of values in values, and the problems that an error
// lists.
const (
	maxJSONBytes = 1 << 20
	maxJSONDepth = 8
	maxProblems  = 20
)

// unitTolerance is by how much the length of a quaternion may be off from 1, as that of the axes of
// a place in [motion.Paired.Check].
const unitTolerance = 1e-3

var errNoLibrary = errors.New("expected a library with the motions of the roles, found nil")

// Read reads a paired motion from JSON as described by [Schema]. Each role is an object
// with its name, the name of its motion in the library, and its place as a translation and a
// rotation (x, y, z, w). If several motions have the name, as clips of two files may, the role also
// has the key of one of them (Library.Key of package assets), so that the order of loading does not
// decide. A key that no motion of the name has is an error, as its content is another one.
//
// The error joins all problems, each with its line and column and its path in the document, such as
// roles[1].motion; the first problem of JSON syntax comes alone.
func Read(r io.Reader, library motion.Library) (*motion.Paired, error) {
	if library == nil {
		return nil, fmt.Errorf("paired motion: %w", errNoLibrary)
	}
	document, err := jsontree.Read(r, maxJSONBytes, maxJSONDepth)
	if err != nil {
		return nil, fmt.Errorf("paired motion: %w", err)
	}
	reader := reader{jsontree.Decoder{MaxProblems: maxProblems}, library}
	p := &motion.Paired{}
	if reader.Object(document.Root, []string{"$schema", "name", "roles"}, "name", "roles") {
		reader.text(document.Root.Member("$schema")) // for editors; not used
		p.Name = reader.text(document.Root.Member("name"))
		for _, node := range reader.Array(document.Root.Member("roles"), motion.MaxRoles) {
			p.Roles = append(p.Roles, reader.role(node))
		}
	}
	if err := errors.Join(reader.Problems...); err != nil {
		return nil, fmt.Errorf("paired motion %q: %w", p.Name, err)
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	return p, nil
}

// reader decodes roles and collects problems.
type reader struct {
	jsontree.Decoder
	library motion.Library
}

func (r *reader) text(n *jsontree.Node) string { return jsontree.Get[string](&r.Decoder, n) }

func (r *reader) role(n *jsontree.Node) motion.Role {
	role := motion.Role{Place: mgl32.Ident4()}
	if !r.Object(n, []string{"name", "motion", "key", "place"}, "name", "motion") {
		return role
	}
	role.Name = r.text(n.Member("name"))
	role.Motion = motionnames.Find(&r.Decoder, r.library, n.Member("motion"), n.Member("key"))
	if place := n.Member("place"); place != nil {
		role.Place = r.place(place)
	}
	return role
}

// place decodes a translation and a rotation.
func (r *reader) place(n *jsontree.Node) mgl32.Mat4 {
	if !r.Object(n, []string{"translation", "rotation"}) {
		return mgl32.Ident4()
	}
	translation, rotation := jsontree.Get[[3]float32](&r.Decoder, n.Member("translation")), [4]float32{3: 1}
	before := len(r.Problems)
	if given := n.Member("rotation"); given != nil {
		rotation = jsontree.Get[[4]float32](&r.Decoder, given)
	}
	q := exact.ToQuat(rotation)
	if length := math.Sqrt(q.Dot(q)); len(r.Problems) == before && !(math.Abs(length-1) <= unitTolerance) {
		r.Problem(n.Member("rotation"), fmt.Sprintf("expected a quaternion of length 1, found one of length %v", length))
		return mgl32.Ident4()
	}
	place := rig.TRS{
		Translation: translation, Rotation: exact.QuatFromXYZW(q.Normalized().Float32()), Scale: mgl32.Vec3{1, 1, 1},
	}
	return place.Matrix().Mat4()
}
