package golden_test

import (
	"slices"
	"testing"
)

func TestNodesSkinsAndClipsMatchTheGoldenFiles(t *testing.T) {
	forEachFile(t, func(t *testing.T, s *goldenModel) {
		s.checkNodes(t)
		s.checkSkins(t)
		s.checkClips(t)
	})
}

func (s *goldenModel) checkNodes(t *testing.T) {
	if len(s.model.Nodes) != s.TotalNodes {
		t.Fatalf("%d nodes, want %d", len(s.model.Nodes), s.TotalNodes)
	}
	s.total.facts += len(s.Nodes) + len(s.Skins) + len(s.Clips)
	for _, want := range s.Nodes {
		node := s.model.Nodes[want.Node]
		if want.Name != nil && node.Name != *want.Name {
			t.Errorf("node %d is %q, want %q", want.Node, node.Name, *want.Name)
		}
		if node.Parent != want.Parent {
			t.Errorf("node %d has the parent %d, want %d", want.Node, node.Parent, want.Parent)
		}
		joint, ok := s.skeleton.FromSource(want.Node)
		if ok != node.IsJoint || ok && joint != node.Joint || want.Joint && !ok {
			t.Errorf("node %d is joint %d (%v) in the skeleton, but joint %d (%v) in the model", want.Node, joint, ok,
				node.Joint, node.IsJoint)
		}
	}
}

func (s *goldenModel) checkSkins(t *testing.T) {
	if len(s.model.Skins) != s.TotalSkins {
		t.Fatalf("%d skins, want %d", len(s.model.Skins), s.TotalSkins)
	}
	for _, want := range s.Skins {
		var nodes []int
		for _, joint := range s.library.Skin(s.model.Skins[want.Skin]).Joints() {
			nodes = append(nodes, s.skeleton.Source(int(joint)))
		}
		if !slices.Equal(nodes, want.Joints) {
			t.Errorf("skin %d has the joints %v, want %v", want.Skin, nodes, want.Joints)
		}
	}
}

func (s *goldenModel) checkClips(t *testing.T) {
	if len(s.model.Clips) != s.TotalClips {
		t.Fatalf("%d clips, want %d", len(s.model.Clips), s.TotalClips)
	}
	for _, want := range s.Clips {
		clip := s.clip(want.Animation)
		if want.Name != nil && (clip.Name() != *want.Name || s.model.ClipNames()[want.Animation] != *want.Name) {
			t.Errorf("clip %d is %q, want %q", want.Animation, clip.Name(), *want.Name)
		}
		if clip.Duration() != want.Duration || clip.Start() != 0 {
			t.Errorf("clip %d is from %v s to %v s, want 0 to %v", want.Animation, clip.Start(), clip.End(),
				want.Duration)
		}
		if len(clip.Tracks()) != want.Tracks {
			t.Errorf("clip %d has %d tracks, want %d", want.Animation, len(clip.Tracks()), want.Tracks)
		}
	}
}
