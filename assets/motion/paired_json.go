package motion

import (
	_ "embed" // for the schema
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/motionnames"
)

// PairedSchema is the JSON Schema (draft 2020-12) of the documents that [ReadPaired] reads and
// [Paired.WriteJSON] writes.
//
//go:embed paired.schema.json
var PairedSchema string

// Library is what finds the motions of roles, such as a Library of package assets.
type Library interface {
	Motion(of id.Motion) *Asset
	MotionsNamed(name string) []id.Motion
	// FindMotion returns an error for a name that no motion has, which suggests near names.
	FindMotion(name string) (id.Motion, error)
	Key(of any) id.Key
}

// Limits of a document: its bytes, the depth of values in values, and the problems that an error
// lists.
const (
	maxJSONBytes = 1 << 20
	maxJSONDepth = 8
	maxProblems  = 20
)

var errNoLibrary = errors.New("expected a library with the motions of the roles, found nil")

// ReadPaired reads a paired motion from JSON as described by [PairedSchema]. Each role is an object
// with its name, the name of its motion in the library, and its place as a translation and a
// rotation (x, y, z, w). If several motions have the name, as clips of two files may, the role also
// has the key of one of them (Library.Key of package assets), so that the order of loading does not
// decide. A key that no motion of the name has is an error, as its content is another one.
//
// The error joins all problems, each with its line and column and its path in the document, such as
// roles[1].motion; the first problem of JSON syntax comes alone.
func ReadPaired(r io.Reader, library Library) (*Paired, error) {
	if library == nil {
		return nil, fmt.Errorf("paired motion: %w", errNoLibrary)
	}
	document, err := jsontree.Read(r, maxJSONBytes, maxJSONDepth)
	if err != nil {
		return nil, fmt.Errorf("paired motion: %w", err)
	}
	reader := pairedReader{jsontree.Decoder{MaxProblems: maxProblems}, library}
	p := &Paired{}
	if reader.Object(document.Root, []string{"$schema", "name", "roles"}, "name", "roles") {
		reader.text(document.Root.Member("$schema")) // for editors; not used
		p.Name = reader.text(document.Root.Member("name"))
		for _, node := range reader.Array(document.Root.Member("roles"), MaxRoles) {
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

// pairedReader decodes roles and collects problems.
type pairedReader struct {
	jsontree.Decoder
	library Library
}

func (r *pairedReader) text(n *jsontree.Node) string { return jsontree.Get[string](&r.Decoder, n) }

func (r *pairedReader) role(n *jsontree.Node) Role {
	role := Role{Place: mgl32.Ident4()}
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
func (r *pairedReader) place(n *jsontree.Node) mgl32.Mat4 {
	if !r.Object(n, []string{"translation", "rotation"}) {
		return mgl32.Ident4()
	}
	translation, rotation := jsontree.Get[[3]float32](&r.Decoder, n.Member("translation")), [4]float32{3: 1}
	before := len(r.Problems)
	if given := n.Member("rotation"); given != nil {
		rotation = jsontree.Get[[4]float32](&r.Decoder, given)
	}
	q := exact.ToQuat(rotation)
	if length := math.Sqrt(q.Dot(q)); len(r.Problems) == before && !(math.Abs(length-1) <= rigidity) {
		r.Problem(n.Member("rotation"), fmt.Sprintf("expected a quaternion of length 1, found one of length %v", length))
		return mgl32.Ident4()
	}
	place := rig.TRS{
		Translation: translation, Rotation: exact.QuatFromXYZW(q.Normalized().Float32()), Scale: mgl32.Vec3{1, 1, 1},
	}
	return place.Matrix().Mat4()
}

// pairedDocument is the form of a paired motion in JSON.
type pairedDocument struct {
	Name  string         `json:"name"`
	Roles []roleDocument `json:"roles"`
}

type roleDocument struct {
	Name   string        `json:"name"`
	Motion string        `json:"motion"`
	Key    string        `json:"key,omitempty"`
	Place  placeDocument `json:"place,omitzero"`
}

type placeDocument struct {
	Translation [3]float32 `json:"translation,omitzero"`
	Rotation    [4]float32 `json:"rotation,omitzero"`
}

// WriteJSON writes the paired motion as indented JSON, from which [ReadPaired] makes the same one:
// the places are the same up to rounding. A role gets the key of its motion if others of the
// library have its name. The errors are those of [Paired.Check], and a motion that is not in the
// library.
func (p *Paired) WriteJSON(w io.Writer, library Library) error {
	if err := p.Check(); err != nil {
		return err
	}
	if library == nil {
		return fmt.Errorf("paired motion %q: %w", p.Name, errNoLibrary)
	}
	document := pairedDocument{Name: p.Name}
	for i := range p.Roles {
		role := &p.Roles[i]
		asset := library.Motion(role.Motion)
		if asset == nil {
			return fmt.Errorf("paired motion %q: role %q: expected a motion of the library, found ID %#x", p.Name, role.Name,
				uint32(role.Motion))
		}
		one := roleDocument{
			Name: role.Name, Motion: asset.Name, Key: motionnames.Key(library, role.Motion, asset.Name),
		}
		one.Place.Translation = [3]float32(role.Place[12:15])
		var axes [3]exact.Vec3
		for c := range axes {
			axes[c] = exact.ToVec3([3]float32(role.Place[4*c:]))
		}
		if q := exact.QuatFromAxes(axes[0], axes[1], axes[2]).Normalized(); q != exact.IdentityQuat {
			one.Place.Rotation = q.Float32()
		}
		document.Roles = append(document.Roles, one)
	}
	out, err := jsontree.Marshal(document)
	if err != nil {
		return fmt.Errorf("paired motion %q: %w", p.Name, err)
	}
	_, err = w.Write(out)
	return err
}
