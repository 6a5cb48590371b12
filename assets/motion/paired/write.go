package paired

import (
	"fmt"
	"io"

	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/jsontree"
	"github.com/sinew-go/sinew/internal/motionnames"
)

// document is the form of a paired motion in JSON.
type document struct {
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

// Write writes a paired motion as indented JSON, from which [Read] makes the same one: the places
// are the same up to rounding. A role gets the key of its motion if others of the library have its
// name. The errors are those of [motion.Paired.Check], and a motion that is not in the library.
func Write(w io.Writer, p *motion.Paired, library motion.Library) error {
	if err := p.Check(); err != nil {
		return err
	}
	if library == nil {
		return fmt.Errorf("paired motion %q: %w", p.Name, errNoLibrary)
	}
	d := document{Name: p.Name}
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
		d.Roles = append(d.Roles, one)
	}
	out, err := jsontree.Marshal(d)
	if err != nil {
		return fmt.Errorf("paired motion %q: %w", p.Name, err)
	}
	_, err = w.Write(out)
	return err
}
