package render

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/mesh"
)

// skinPrograms are the forms of a program that skins vertices. Those but the first are linked when
// something first needs them; they are programs of their own because their code would cost time in
// every other vertex on devices that do not branch.
type skinPrograms struct {
	source programSource
	blend  *program // linear and rigid
	dual   *program // nil until it is needed
	ahead  *program // for vertices that were skinned ahead; nil until it is needed
}

// link links the program for linear and rigid skinning.
func (s *skinPrograms) link(r *Renderer, source programSource) error {
	s.source = source
	var err error
	s.blend, err = r.newProgram(source)
	return err
}

// linkDual links the program for dual quaternions, if that was not done yet.
func (s *skinPrograms) linkDual(r *Renderer) error {
	if s.dual != nil || s.blend == nil {
		return nil
	}
	var err error
	s.dual, err = r.newProgram(s.source.withDuals())
	return err
}

// linkAhead links the program for vertices that were skinned ahead, if that was not done yet.
func (s *skinPrograms) linkAhead(r *Renderer) error {
	if s.ahead != nil {
		return nil
	}
	source := s.source
	source.name += " of skinned vertices"
	source.defines = []string{"PRE_SKINNED"}
	var err error
	s.ahead, err = r.newProgram(source)
	return err
}

// relink links all programs again that are linked. After an error they are as before.
func (s *skinPrograms) relink(r *Renderer) error {
	if s.blend == nil {
		return nil
	}
	fresh := skinPrograms{}
	err := fresh.link(r, s.source)
	if err == nil && s.dual != nil {
		err = fresh.linkDual(r)
	}
	if err == nil && s.ahead != nil {
		err = fresh.linkAhead(r)
	}
	if err != nil {
		fresh.delete()
		return err
	}
	s.delete()
	*s = fresh
	return nil
}

// withDuals returns the program that blends dual quaternions.
func (s programSource) withDuals() programSource {
	s.name += " with dual quaternions"
	s.defines = append(slices.Clone(s.defines), "DUAL_QUATERNIONS")
	return s
}

// of returns the program for a method of skinning.
func (s *skinPrograms) of(method mesh.Skinning) *program {
	if method == mesh.SkinDualQuaternion {
		return s.dual
	}
	return s.blend
}

// ofBatch returns the program that draws a batch.
func (s *skinPrograms) ofBatch(b *batch) *program {
	if b.ahead != nil {
		return s.ahead
	}
	return s.of(b.skinning)
}

func (s *skinPrograms) delete() {
	s.blend.delete()
	s.ahead.delete()
	s.dual.delete()
	*s = skinPrograms{}
}

// checkSkinning returns an error if the style selects a method that does not exist.
func (r *Renderer) checkSkinning() error {
	if s := r.Style.Skinning; s != nil && *s > mesh.SkinDualQuaternion {
		return fmt.Errorf("render: Style.Skinning: expected a skinning method from 0 to %d, found %d",
			mesh.SkinDualQuaternion, *s)
	}
	return nil
}

// method returns the method that skins a part in a style.
func (p *gpuPart) method(style *Style) mesh.Skinning {
	switch {
	case p.rigid:
		return mesh.SkinLinear
	case style.Skinning != nil:
		return *style.Skinning
	default:
		return p.skinning
	}
}

// needSkinning makes a method of skinning ready.
func (r *Renderer) needSkinning(method mesh.Skinning) error {
	if method != mesh.SkinDualQuaternion || r.hasDuals {
		return nil
	}
	for _, p := range []*skinPrograms{
		&r.mesh, &r.shadowMesh, &r.opaqueShadow, &r.crowd.mesh, &r.crowd.far, &r.crowd.shadow, &r.crowd.opaqueShadow,
		&r.crowd.picture, &r.ahead.program,
	} {
		if err := p.linkDual(r); err != nil {
			return err
		}
	}
	// The programs of a crowd, and those that skin ahead, are linked when something needs them;
	// until then this is tried again.
	r.hasDuals = r.crowd.mesh.dual != nil && r.ahead.program.dual != nil
	return nil
}

// influencesOf returns the number of influences of a primitive's vertices that count.
func influencesOf(p *gpuPrimitive, rigid bool, method mesh.Skinning) int32 {
	switch {
	case rigid:
		return 0
	case method == mesh.SkinRigid:
		return min(p.influences, 1)
	default:
		return p.influences
	}
}
