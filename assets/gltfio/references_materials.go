package gltfio

import "fmt"

func (l *loader) checkMaterialReferences() error {
	for i, m := range l.doc.Materials {
		slots := map[string]*int{}
		if pbr := m.PBRMetallicRoughness; pbr != nil {
			if pbr.BaseColorTexture != nil {
				slots["pbrMetallicRoughness.baseColorTexture"] = &pbr.BaseColorTexture.Index
			}
			if pbr.MetallicRoughnessTexture != nil {
				slots["pbrMetallicRoughness.metallicRoughnessTexture"] = &pbr.MetallicRoughnessTexture.Index
			}
		}
		if m.EmissiveTexture != nil {
			slots["emissiveTexture"] = &m.EmissiveTexture.Index
		}
		if m.NormalTexture != nil {
			slots["normalTexture"] = m.NormalTexture.Index
		}
		if m.OcclusionTexture != nil {
			slots["occlusionTexture"] = m.OcclusionTexture.Index
		}
		for _, slot := range []string{
			"pbrMetallicRoughness.baseColorTexture", "pbrMetallicRoughness.metallicRoughnessTexture",
			"emissiveTexture", "normalTexture", "occlusionTexture",
		} {
			path := fmt.Sprintf("materials[%d].%s.index", i, slot)
			if err := checkOptional(path, slots[slot], len(l.doc.Textures), "textures"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *loader) checkTextureReferences() error {
	for i, t := range l.doc.Textures {
		if err := checkOptional(fmt.Sprintf("textures[%d].sampler", i), t.Sampler, len(l.doc.Samplers), "samplers"); err != nil {
			return err
		}
		if err := checkOptional(fmt.Sprintf("textures[%d].source", i), t.Source, len(l.doc.Images), "images"); err != nil {
			return err
		}
	}
	for i, image := range l.doc.Images {
		if err := checkOptional(fmt.Sprintf("images[%d].bufferView", i), image.BufferView, len(l.doc.BufferViews), "buffer views"); err != nil {
			return err
		}
	}
	return nil
}
