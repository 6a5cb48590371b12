package assets

import (
	"errors"
	"fmt"
)

// check says what is wrong with a model: anything that is not in the library, or does not fit together.
func (m *Model) check(l *Library) error {
	if m == nil {
		return errors.New("there is no model")
	}
	skeleton := l.Skeleton(m.Skeleton)
	if skeleton == nil {
		return fmt.Errorf("model %q: its skeleton is not in the library", m.Name)
	}
	for i, id := range m.Clips {
		if clip := l.Clip(id); clip == nil || clip.Skeleton() != skeleton {
			return fmt.Errorf("model %q: clip %d is not in the library, or of another skeleton", m.Name, i)
		}
	}
	for i, id := range m.Skins {
		if skin := l.Skin(id); skin == nil || skin.Skeleton() != skeleton {
			return fmt.Errorf("model %q: skin %d is not in the library, or of another skeleton", m.Name, i)
		}
	}
	bound := map[[2]uint32]bool{} // meshes whose influences were checked against a skin, since many parts may share both
	for i := range m.Parts {
		if err := m.Parts[i].check(l, skeleton, bound); err != nil {
			return fmt.Errorf("model %q: part %d (%q): %w", m.Name, i, m.Parts[i].Name, err)
		}
	}
	return nil
}

func (p *Part) check(l *Library, skeleton *Skeleton, bound map[[2]uint32]bool) error {
	mesh, skin := l.Mesh(p.Mesh), l.Skin(p.Skin)
	switch {
	case mesh == nil:
		return fmt.Errorf("its mesh is not in the library")
	case skin == nil || skin.Skeleton() != skeleton:
		return fmt.Errorf("its skin is not in the library, or of another skeleton")
	case p.Rigid && (p.Entry < 0 || p.Entry >= skin.Len()):
		return fmt.Errorf("entry %d is not below the skin's %d", p.Entry, skin.Len())
	case p.Morphs.Count != 0 && p.Morphs.Count != len(mesh.Weights):
		return fmt.Errorf("%d morph weights for %d targets", p.Morphs.Count, len(mesh.Weights))
	case p.Morphs.Count < 0 || p.Morphs.Offset < 0 || p.Morphs.Offset > skeleton.MorphCount()-p.Morphs.Count:
		return fmt.Errorf("morph weights %d to %d are not among the skeleton's %d", p.Morphs.Offset, p.Morphs.Offset+p.Morphs.Count, skeleton.MorphCount())
	}
	pair := [2]uint32{uint32(p.Mesh), uint32(p.Skin)}
	if p.Rigid || bound[pair] {
		return nil
	}
	bound[pair] = true
	for i := range mesh.Primitives {
		if err := mesh.Primitives[i].CheckInfluences(skin.Len()); err != nil {
			return fmt.Errorf("mesh %q: primitive %d: %w", mesh.Name, i, err)
		}
	}
	return nil
}
