package gltfio

import (
	"cmp"
	"context"
	"errors"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// addToLibrary adds all assets of the file to the library and returns the model. If one cannot be
// added, it removes the others again.
func (l *loader) addToLibrary(lib *assets.Library) (model *assets.Model, err error) {
	a := additions{lib: lib, ids: map[any]uint32{}}
	defer func() {
		if model == nil || err != nil { // model is nil during a panic
			for i := len(a.undo) - 1; i >= 0; i-- {
				a.undo[i]()
			}
		}
	}()
	m := &assets.Model{Name: l.modelName(), Scene: l.scene, Bounds: assets.Box(l.bounds), Warnings: l.warnings}
	l.setNodes(m)
	if l.jointBounds != nil {
		m.SetJointBounds(*l.jointBounds)
	}
	m.Skeleton = l.addSkeleton(&a)
	clips := l.addClips(&a)
	for _, skin := range l.skins {
		m.Skins = append(m.Skins, addAsset(&a, skin, lib.AddSkin, lib.RemoveSkin))
	}
	for _, skin := range l.rigidSkins {
		addAsset(&a, skin, lib.AddSkin, lib.RemoveSkin)
	}
	for _, mask := range l.masks {
		m.Masks = append(m.Masks, addCheckedAsset(&a, mask, lib.AddMask, lib.RemoveMask))
	}
	m.Bones = l.bones
	materials := l.addMaterials(&a)
	for i := range l.parts {
		p := &l.parts[i]
		if _, known := a.ids[&p.mesh.Mesh]; !known {
			for k, index := range p.mesh.materials {
				p.mesh.Primitives[k].Material = materials[index]
			}
		}
		m.Parts = append(m.Parts, assets.Part{
			Name: m.Nodes[p.node].Name, Node: p.node, Rigid: p.rigid, PaletteIndex: p.paletteIndex, Morphs: p.morphs,
			Hidden: p.hidden, Visibility: p.visibility, Materials: p.materials,
			Mesh: addCheckedAsset(&a, &p.mesh.Mesh, lib.AddMesh, lib.RemoveMesh),
			Skin: addAsset(&a, p.skin, lib.AddSkin, lib.RemoveSkin),
		})
	}
	for _, light := range l.shining {
		light.Skin = addAsset(&a, l.lightSkin, lib.AddSkin, lib.RemoveSkin)
		m.Lights = append(m.Lights, light)
	}
	m.SetClips(lib, clips)
	addCheckedAsset(&a, m, lib.AddModel, lib.RemoveModel)
	return m, a.err
}

// addClips bakes and adds the clips and returns their IDs.
func (l *loader) addClips(a *additions) []assets.ClipID {
	if a.err != nil {
		return nil
	}
	if l.options.loading != nil {
		l.options.loading.note(StageBaking, 0, len(l.clips))
	}
	clips, err := a.lib.AddClips(l.clips, assets.Baking{
		Exact: l.options.Exact, Options: l.options.BakeOptions, Cache: l.options.BakeCache,
		DropKeys: l.options.DropKeys, Progress: l.options.progressOf(StageBaking), Context: l.options.ctx,
	})
	if err != nil {
		ctx := cmp.Or(l.options.ctx, a.lib.Baking().Context, context.Background()) // as AddClips takes it
		a.err = cmp.Or(stopped(ctx), errFull)
	}
	a.undo = append(a.undo, func() {
		for _, id := range clips {
			a.lib.RemoveClip(id)
		}
	})
	return clips
}

var errFull = errors.New("the library is full")

// addMaterials adds the images and the materials, and returns the IDs of the materials by their
// index in the file.
func (l *loader) addMaterials(a *additions) map[int]id.Material {
	for _, image := range l.imageOrder {
		addAsset(a, image, a.lib.AddImage, a.lib.RemoveImage)
	}
	materials := map[int]id.Material{}
	for _, index := range l.materialOrder {
		m := l.materials[index]
		for texture, image := range m.images {
			texture.Image = addAsset(a, image, a.lib.AddImage, a.lib.RemoveImage)
		}
		materials[index] = addAsset(a, &m.Material, a.lib.AddMaterial, a.lib.RemoveMaterial)
	}
	return materials
}

// additions records what a load has added to a library.
type additions struct {
	lib  *assets.Library
	ids  map[any]uint32 // by pointer to the asset
	undo []func()       // one for each asset, removes it
	err  error          // the first error; nothing is added after it
}

// addAsset adds an asset to the library, unless it was added before, and returns its ID.
func addAsset[T any, I ~uint32](a *additions, asset *T, add func(*T) I, remove func(I) bool) I {
	return addCheckedAsset(a, asset, func(t *T) (I, error) { return add(t), nil }, remove)
}

// addCheckedAsset is [addAsset] for a kind of asset that the library validates.
func addCheckedAsset[T any, I ~uint32](a *additions, asset *T, add func(*T) (I, error), remove func(I) bool) I {
	if id, known := a.ids[asset]; known || a.err != nil {
		return I(id)
	}
	id, err := add(asset)
	if err == nil && id == 0 {
		err = errFull
	}
	if err != nil {
		a.err = err
		return 0
	}
	a.ids[asset] = uint32(id)
	a.undo = append(a.undo, func() { remove(id) })
	return id
}

// setNodes sets the nodes and the scenes of the model.
func (l *loader) setNodes(m *assets.Model) {
	m.Nodes = make([]assets.Node, len(l.nodes))
	for i, n := range l.nodes {
		node := assets.Node{
			Name: l.doc.Nodes[i].Name, Parent: n.parent, Rest: n.transform.trs, Joint: -1,
			Offset: n.offset.Mat4(), Hidden: n.hidden,
		}
		if n.nearestJoint >= 0 {
			var offset rig.Matrix
			node.Joint, offset = l.follow(n.nearestJoint, n.offset)
			node.Offset = offset.Mat4()
		}
		if n.isJoint {
			_, node.IsJoint = l.joint(i)
			node.Extra = !node.IsJoint && node.Joint >= 0
		}
		if node.IsJoint {
			node.Rest = l.skeleton.Rest(node.Joint)
		}
		m.Nodes[i] = node
	}
	for _, s := range l.doc.Scenes {
		m.Scenes = append(m.Scenes, assets.Scene{Name: s.Name, Roots: s.Nodes})
	}
}
