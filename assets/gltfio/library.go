package gltfio

import (
	"errors"

	"github.com/sinew-go/sinew/assets"
)

// file puts everything into the library and makes the model. When the library is full it takes everything out again.
func (l *loader) addToLibrary(lib *assets.Library) (model *assets.Model, err error) {
	f := additions{lib: lib, ids: map[any]uint32{}}
	defer func() {
		if model == nil || err != nil { // or a panic on its way up
			for i := len(f.undo) - 1; i >= 0; i-- {
				f.undo[i]()
			}
		}
	}()
	m := &assets.Model{Name: l.modelName(), Scene: l.scene, Bounds: assets.Box(l.bounds), Warnings: l.warnings}
	l.setNodes(m)
	m.Skeleton = addAsset(&f, l.skeleton, lib.AddSkeleton, lib.RemoveSkeleton)
	var clips []assets.ClipID
	for _, clip := range l.clips {
		clips = append(clips, addAsset(&f, clip, lib.AddClip, lib.RemoveClip))
	}
	for _, skin := range l.skins {
		m.Skins = append(m.Skins, addAsset(&f, skin, lib.AddSkin, lib.RemoveSkin))
	}
	for _, skin := range l.rigidSkins {
		addAsset(&f, skin, lib.AddSkin, lib.RemoveSkin)
	}
	materials := l.addMaterials(&f)
	for i := range l.parts {
		p := &l.parts[i]
		if _, known := f.ids[&p.mesh.Mesh]; !known {
			for k, index := range p.mesh.materials {
				p.mesh.Primitives[k].Material = materials[index]
			}
		}
		m.Parts = append(m.Parts, assets.Part{
			Name: m.Nodes[p.node].Name, Node: p.node, Rigid: p.rigid, PaletteIndex: p.paletteIndex, Morphs: p.morphs,
			Mesh: addCheckedAsset(&f, &p.mesh.Mesh, lib.AddMesh, lib.RemoveMesh),
			Skin: addAsset(&f, p.skin, lib.AddSkin, lib.RemoveSkin),
		})
	}
	m.SetClips(lib, clips)
	addCheckedAsset(&f, m, lib.AddModel, lib.RemoveModel)
	return m, f.err
}

var errFull = errors.New("the library is full")

// fileMaterials files the images and the materials, and returns the IDs of the materials by their index in the file.
func (l *loader) addMaterials(f *additions) map[int]assets.MaterialID {
	for _, image := range l.imageOrder {
		addAsset(f, image, f.lib.AddImage, f.lib.RemoveImage)
	}
	materials := map[int]assets.MaterialID{}
	for _, index := range l.materialOrder {
		m := l.materials[index]
		for texture, image := range m.images {
			texture.Image = addAsset(f, image, f.lib.AddImage, f.lib.RemoveImage)
		}
		materials[index] = addAsset(f, &m.Material, f.lib.AddMaterial, f.lib.RemoveMaterial)
	}
	return materials
}

// filing is what was added to a library so far.
type additions struct {
	lib  *assets.Library
	ids  map[any]uint32
	undo []func()
	err  error
}

// add files an asset, unless it is filed already, and returns its ID.
func addAsset[T any, I ~uint32](f *additions, asset *T, add func(*T) I, remove func(I) bool) I {
	return addCheckedAsset(f, asset, func(t *T) (I, error) { return add(t), nil }, remove)
}

// addChecked is add for an asset that the library checks.
func addCheckedAsset[T any, I ~uint32](f *additions, asset *T, add func(*T) (I, error), remove func(I) bool) I {
	if id, known := f.ids[asset]; known || f.err != nil {
		return I(id)
	}
	id, err := add(asset)
	if err == nil && id == 0 {
		err = errFull
	}
	if err != nil {
		f.err = err
		return 0
	}
	f.ids[asset] = uint32(id)
	f.undo = append(f.undo, func() { remove(id) })
	return id
}

// fillNodes tells the model of the file's nodes and scenes.
func (l *loader) setNodes(m *assets.Model) {
	m.Nodes = make([]assets.Node, len(l.nodes))
	for i, n := range l.nodes {
		node := assets.Node{Name: l.doc.Nodes[i].Name, Parent: n.parent, Rest: n.transform.trs, Joint: -1, IsJoint: n.isJoint, Offset: n.offset.Mat4()}
		if n.nearestJoint >= 0 {
			node.Joint, _ = l.skeleton.FromSource(n.nearestJoint)
		}
		if n.isJoint {
			node.Rest = l.skeleton.Rest(node.Joint)
		}
		m.Nodes[i] = node
	}
	for _, s := range l.doc.Scenes {
		m.Scenes = append(m.Scenes, assets.Scene{Name: s.Name, Roots: s.Nodes})
	}
}
