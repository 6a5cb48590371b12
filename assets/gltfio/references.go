package gltfio

import (
	"fmt"
	"maps"
	"slices"

	"github.com/qmuntal/gltf"
)

// checkReferences checks that every index in the document, used or not, names something. Buffers and views have theirs checked
// with their bytes, nodes with the hierarchy.
func (l *loader) checkReferences() error {
	for _, check := range []func() error{
		l.checkMeshReferences, l.checkNodeReferences, l.checkSkinReferences, l.checkAnimationReferences,
		l.checkMaterialReferences, l.checkTextureReferences, l.checkSceneReferences,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) checkMeshReferences() error {
	for i, m := range l.doc.Meshes {
		for j, p := range m.Primitives {
			path := fmt.Sprintf("meshes[%d].primitives[%d]", i, j)
			if err := l.checkAttributes(path+".attributes", p.Attributes); err != nil {
				return err
			}
			for k, target := range p.Targets {
				if err := l.checkAttributes(fmt.Sprintf("%s.targets[%d]", path, k), target); err != nil {
					return err
				}
			}
			if err := checkOptional(path+".indices", p.Indices, len(l.doc.Accessors), "accessors"); err != nil {
				return err
			}
			if err := checkOptional(path+".material", p.Material, len(l.doc.Materials), "materials"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *loader) checkAttributes(path string, attributes gltf.PrimitiveAttributes) error {
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if err := checkIndex(path+"."+name, attributes[name], len(l.doc.Accessors), "accessors"); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) checkNodeReferences() error {
	for i, n := range l.doc.Nodes {
		path := fmt.Sprintf("nodes[%d]", i)
		if err := checkOptional(path+".mesh", n.Mesh, len(l.doc.Meshes), "meshes"); err != nil {
			return err
		}
		if err := checkOptional(path+".skin", n.Skin, len(l.doc.Skins), "skins"); err != nil {
			return err
		}
		if err := checkOptional(path+".camera", n.Camera, l.cameras, "cameras"); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) checkSkinReferences() error {
	for i, s := range l.doc.Skins {
		path := fmt.Sprintf("skins[%d]", i)
		if len(s.Joints) == 0 {
			return fault(path+".joints", "it is empty")
		}
		for j, joint := range s.Joints {
			if err := checkIndex(fmt.Sprintf("%s.joints[%d]", path, j), joint, len(l.doc.Nodes), "nodes"); err != nil {
				return err
			}
		}
		if err := checkOptional(path+".skeleton", s.Skeleton, len(l.doc.Nodes), "nodes"); err != nil {
			return err
		}
		if err := checkOptional(path+".inverseBindMatrices", s.InverseBindMatrices, len(l.doc.Accessors), "accessors"); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) checkAnimationReferences() error {
	for i, a := range l.doc.Animations {
		for j, s := range a.Samplers {
			path := fmt.Sprintf("animations[%d].samplers[%d]", i, j)
			if err := checkIndex(path+".input", s.Input, len(l.doc.Accessors), "accessors"); err != nil {
				return err
			}
			if err := checkIndex(path+".output", s.Output, len(l.doc.Accessors), "accessors"); err != nil {
				return err
			}
		}
		for j, c := range a.Channels {
			if c == nil {
				continue
			}
			path := fmt.Sprintf("animations[%d].channels[%d]", i, j)
			if err := checkIndex(path+".sampler", c.Sampler, len(a.Samplers), "samplers"); err != nil {
				return err
			}
			if err := checkOptional(path+".target.node", c.Target.Node, len(l.doc.Nodes), "nodes"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *loader) checkSceneReferences() error {
	for i, s := range l.doc.Scenes {
		for j, node := range s.Nodes {
			if err := checkIndex(fmt.Sprintf("scenes[%d].nodes[%d]", i, j), node, len(l.doc.Nodes), "nodes"); err != nil {
				return err
			}
		}
	}
	return checkOptional("scene", l.doc.Scene, len(l.doc.Scenes), "scenes")
}
