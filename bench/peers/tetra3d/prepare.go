package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/bench/peers"
)

// prepared is a file as tetra3d can read it.
type prepared struct {
	glb          io.Reader
	bones        []string // the names of the first skin's joints
	inverseBinds []mgl32.Mat4
}

// prepare writes a glTF file anew, in the form that Blender's exporter gives it, for tetra3d panics at others: nodes after
// their children, every mesh with indices. Textures are left out.
func prepare(path string) (*prepared, error) {
	library := assets.NewLibrary()
	model, err := gltfio.Open(library, path)
	if err != nil {
		return nil, err
	}
	document, err := gltf.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(document.Skins) == 0 {
		return nil, fmt.Errorf("%w: %s has no skin", peers.ErrNoSkin, path)
	}
	made := &prepared{}
	skin := library.Skin(model.Skins[0])
	for entry := range skin.Len() {
		made.inverseBinds = append(made.inverseBinds, rig.MatrixAt(skin.InverseBinds(), entry).Mat4())
	}
	childrenFirst(document)
	for _, joint := range document.Skins[0].Joints {
		made.bones = append(made.bones, document.Nodes[joint].Name)
	}
	document.Images, document.Textures, document.Materials, document.Samplers = nil, nil, nil, nil
	for _, mesh := range document.Meshes {
		for _, primitive := range mesh.Primitives {
			primitive.Material = nil
			if primitive.Indices == nil {
				count := document.Accessors[primitive.Attributes[gltf.POSITION]].Count
				indices := make([]uint32, count)
				for i := range indices {
					indices[i] = uint32(i)
				}
				primitive.Indices = gltf.Index(modeler.WriteIndices(document, indices))
			}
		}
	}
	var written bytes.Buffer
	if err := gltf.NewEncoder(&written).Encode(document); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	made.glb = &written
	return made, nil
}

// childrenFirst brings a document's nodes into an order in which none comes before its children.
func childrenFirst(document *gltf.Document) {
	place := make([]int, len(document.Nodes))
	var ordered []*gltf.Node
	var visit func(node int)
	visit = func(node int) {
		for _, child := range document.Nodes[node].Children {
			visit(child)
		}
		place[node] = len(ordered)
		ordered = append(ordered, document.Nodes[node])
	}
	isChild := make([]bool, len(document.Nodes))
	for _, node := range document.Nodes {
		for _, child := range node.Children {
			isChild[child] = true
		}
	}
	for node := range document.Nodes {
		if !isChild[node] {
			visit(node)
		}
	}
	move := func(nodes []int) {
		for i, node := range nodes {
			nodes[i] = place[node]
		}
	}
	for _, node := range ordered {
		move(node.Children)
	}
	for _, scene := range document.Scenes {
		move(scene.Nodes)
	}
	for _, skin := range document.Skins {
		move(skin.Joints)
		if skin.Skeleton != nil {
			skin.Skeleton = gltf.Index(place[*skin.Skeleton])
		}
	}
	for _, animation := range document.Animations {
		for _, channel := range animation.Channels {
			if channel.Target.Node != nil {
				channel.Target.Node = gltf.Index(place[*channel.Target.Node])
			}
		}
	}
	document.Nodes = ordered
}
