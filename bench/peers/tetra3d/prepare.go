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

// prepared is a file in the form that tetra3d can read.
type prepared struct {
	glb          io.Reader
	bones        []string // the names of the first skin's joints
	inverseBinds []mgl32.Mat4
}

// prepare rewrites a glTF file in the form of Blender's exporter, as tetra3d panics on others:
// children before their parents, indices in every mesh. It leaves out textures.
func prepare(path string) (*prepared, error) {
	library := assets.NewLibrary(assets.Exact())
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
	result := &prepared{}
	skin := library.Skin(model.Skins[0])
	for i := range skin.Len() {
		result.inverseBinds = append(result.inverseBinds, rig.MatrixAt(skin.InverseBinds(), i).Mat4())
	}
	childrenFirst(document)
	for _, joint := range document.Skins[0].Joints {
		result.bones = append(result.bones, document.Nodes[joint].Name)
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
	result.glb = &written
	return result, nil
}

// childrenFirst reorders a document's nodes, such that children come before their parents.
func childrenFirst(document *gltf.Document) {
	newIndex := make([]int, len(document.Nodes))
	var ordered []*gltf.Node
	var visit func(node int)
	visit = func(node int) {
		for _, child := range document.Nodes[node].Children {
			visit(child)
		}
		newIndex[node] = len(ordered)
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
	renumber := func(nodes []int) {
		for i, node := range nodes {
			nodes[i] = newIndex[node]
		}
	}
	for _, node := range ordered {
		renumber(node.Children)
	}
	for _, scene := range document.Scenes {
		renumber(scene.Nodes)
	}
	for _, skin := range document.Skins {
		renumber(skin.Joints)
		if skin.Skeleton != nil {
			skin.Skeleton = gltf.Index(newIndex[*skin.Skeleton])
		}
	}
	for _, animation := range document.Animations {
		for _, channel := range animation.Channels {
			if channel.Target.Node != nil {
				channel.Target.Node = gltf.Index(newIndex[*channel.Target.Node])
			}
		}
	}
	document.Nodes = ordered
}
