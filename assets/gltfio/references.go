package gltfio

import (
	"fmt"
	"maps"
	"slices"

	"github.com/qmuntal/gltf"
)

// checkReferences checks every index in the document that is not checked later, whether the element
// is used or not. The indices in buffer views and accessors are checked with their bytes, the
// children of nodes with the hierarchy.
func (l *loader) checkReferences() error {
	for _, check := range []func() error{
		l.checkMeshReferences, l.checkNodeReferences, l.checkSkinReferences, l.checkAnimationReferences,
		l.checkMaterialReferences, l.checkTextureReferences, l.checkSceneReferences,
		l.checkIndices,
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
			if err := checkOptionalIndex(path+".indices", p.Indices, len(l.doc.Accessors), "accessors"); err != nil {
				return err
			}
			if err := checkOptionalIndex(path+".material", p.Material, len(l.doc.Materials), "materials"); err != nil {
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
		if err := checkOptionalIndex(path+".mesh", n.Mesh, len(l.doc.Meshes), "meshes"); err != nil {
			return err
		}
		if err := checkOptionalIndex(path+".skin", n.Skin, len(l.doc.Skins), "skins"); err != nil {
			return err
		}
		if err := checkOptionalIndex(path+".camera", n.Camera, l.cameras, "cameras"); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) checkSkinReferences() error {
	for i, s := range l.doc.Skins {
		path := fmt.Sprintf("skins[%d]", i)
		if len(s.Joints) == 0 {
			return errorAt(path+".joints", "expected at least one joint, found none")
		}
		for j, joint := range s.Joints {
			if err := checkIndex(fmt.Sprintf("%s.joints[%d]", path, j), joint, len(l.doc.Nodes), "nodes"); err != nil {
				return err
			}
		}
		if err := checkOptionalIndex(path+".skeleton", s.Skeleton, len(l.doc.Nodes), "nodes"); err != nil {
			return err
		}
		if err := checkOptionalIndex(path+".inverseBindMatrices", s.InverseBindMatrices, len(l.doc.Accessors),
			"accessors"); err != nil {
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
			if t, ok := materialOf(c); ok {
				if err := checkIndex(path+".target", t.material, len(l.doc.Materials), "materials"); err != nil {
					return err
				}
			}
			if t, ok := weightsOf(c); ok {
				if err := l.checkWeights(path+".target", t); err != nil {
					return err
				}
			}
			if err := checkOptionalIndex(path+".target.node", c.Target.Node, len(l.doc.Nodes), "nodes"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *loader) checkSceneReferences() error {
	for i, s := range l.doc.Scenes {
		for j, node := range s.Nodes {
			if err := checkIndex(fmt.Sprintf("scenes[%d].nodes[%d]", i, j), node, len(l.doc.Nodes),
				"nodes"); err != nil {
				return err
			}
		}
	}
	return checkOptionalIndex("scene", l.doc.Scene, len(l.doc.Scenes), "scenes")
}

func (l *loader) checkMaterialReferences() error {
	for i, m := range l.doc.Materials {
		indices := map[string]*int{} // of the textures
		if pbr := m.PBRMetallicRoughness; pbr != nil {
			if pbr.BaseColorTexture != nil {
				indices["pbrMetallicRoughness.baseColorTexture"] = &pbr.BaseColorTexture.Index
			}
			if pbr.MetallicRoughnessTexture != nil {
				indices["pbrMetallicRoughness.metallicRoughnessTexture"] = &pbr.MetallicRoughnessTexture.Index
			}
		}
		if m.EmissiveTexture != nil {
			indices["emissiveTexture"] = &m.EmissiveTexture.Index
		}
		if m.NormalTexture != nil {
			indices["normalTexture"] = m.NormalTexture.Index
		}
		if m.OcclusionTexture != nil {
			indices["occlusionTexture"] = m.OcclusionTexture.Index
		}
		for _, property := range []string{
			"pbrMetallicRoughness.baseColorTexture", "pbrMetallicRoughness.metallicRoughnessTexture",
			"emissiveTexture", "normalTexture", "occlusionTexture",
		} {
			path := fmt.Sprintf("materials[%d].%s.index", i, property)
			if err := checkOptionalIndex(path, indices[property], len(l.doc.Textures), "textures"); err != nil {
				return err
			}
		}
		if err := l.checkToonReferences(fmt.Sprintf("materials[%d]", i), m); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) checkTextureReferences() error {
	for i, t := range l.doc.Textures {
		if err := checkOptionalIndex(fmt.Sprintf("textures[%d].sampler", i), t.Sampler, len(l.doc.Samplers),
			"samplers"); err != nil {
			return err
		}
		path := fmt.Sprintf("textures[%d]", i)
		sources, err := imageSources(path, t)
		if err != nil {
			return err
		}
		for k, index := range sources {
			at := path + ".source"
			if k < len(sources)-1 || t.Source == nil {
				at = path + ".extensions." + extTextureWebP + ".source"
			}
			if err := checkIndex(at, index, len(l.doc.Images), "images"); err != nil {
				return err
			}
		}
	}
	for i, image := range l.doc.Images {
		if err := checkOptionalIndex(fmt.Sprintf("images[%d].bufferView", i), image.BufferView, len(l.doc.BufferViews),
			"buffer views"); err != nil {
			return err
		}
	}
	return nil
}

// checkIndex returns an error unless 0 <= index < count. The plural noun things names what is
// counted.
func checkIndex(path string, index, count int, things string) error {
	if index < 0 || index >= count {
		return errorAt(path, "expected the index of one of %d %s, found %d", count, things, index)
	}
	return nil
}

// checkOptionalIndex is [checkIndex] for an index that may be nil.
func checkOptionalIndex(path string, index *int, count int, things string) error {
	if index == nil {
		return nil
	}
	return checkIndex(path, *index, count, things)
}
