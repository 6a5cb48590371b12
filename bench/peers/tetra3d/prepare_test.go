package main

import (
	"slices"
	"testing"

	"github.com/qmuntal/gltf"
)

func TestChildrenFirst(t *testing.T) {
	document := &gltf.Document{
		Nodes: []*gltf.Node{
			{Name: "root", Children: []int{1, 3}}, {Name: "arm", Children: []int{2}}, {Name: "hand"}, {Name: "mesh"},
		},
		Scenes: []*gltf.Scene{{Nodes: []int{0}}},
		Skins:  []*gltf.Skin{{Joints: []int{1, 2}, Skeleton: gltf.Index(1)}},
		Animations: []*gltf.Animation{
			{Channels: []*gltf.AnimationChannel{{Target: gltf.AnimationChannelTarget{Node: gltf.Index(2)}}, {}}},
		},
	}
	childrenFirst(document)
	names := func(nodes ...int) (list []string) {
		for _, node := range nodes {
			list = append(list, document.Nodes[node].Name)
		}
		return list
	}
	for i, node := range document.Nodes {
		for _, child := range node.Children {
			if child >= i {
				t.Errorf("%s, node %d, comes before its child %d", node.Name, i, child)
			}
		}
	}
	for _, row := range []struct {
		what      string
		got, want []string
	}{
		{"root's children", names(document.Nodes[document.Scenes[0].Nodes[0]].Children...), []string{"arm", "mesh"}},
		{"scene", names(document.Scenes[0].Nodes...), []string{"root"}},
		{"joints", names(document.Skins[0].Joints...), []string{"arm", "hand"}},
		{"skeleton", names(*document.Skins[0].Skeleton), []string{"arm"}},
		{"target", names(*document.Animations[0].Channels[0].Target.Node), []string{"hand"}},
	} {
		if !slices.Equal(row.got, row.want) {
			t.Errorf("%s: %v, want %v", row.what, row.got, row.want)
		}
	}
}
