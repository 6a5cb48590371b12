package pose

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// Evaluate poses a model, which must be in the library, at the query's times. It returns an error
// if the query names an animation or vertex that the file does not have, or if a number of the
// result is not finite.
func Evaluate(library *assets.Library, model *assets.Model, query Query) (*Document, error) {
	e := evaluator{library: library, model: model, skeleton: library.Skeleton(model.Skeleton)}
	var clip *assets.Clip
	if query.Animation != RestPose {
		if query.Animation < 0 || query.Animation >= len(model.Clips) {
			return nil, fmt.Errorf("expected the index of one of %d animations, found %d", len(model.Clips),
				query.Animation)
		}
		clip = library.Clip(model.Clips[query.Animation])
	}
	for _, ref := range query.Vertices {
		v, err := e.findVertex(ref)
		if err != nil {
			return nil, fmt.Errorf("vertex %v: %w", ref, err)
		}
		e.vertices = append(e.vertices, v)
	}
	document := &Document{Nodes: e.nodes(), Skins: e.skins()}
	pose := rig.NewPose(e.skeleton)
	for _, t := range query.Times {
		mode := "clamp"
		if query.Loop {
			mode = "loop"
		}
		if clip != nil {
			at := clip.Clamp(t)
			if query.Loop {
				at = clip.Loop(t)
			}
			if query.Baked != nil {
				query.Baked.Sample(at, pose.Locals, pose.Morphs)
			} else if err := clip.Sample(at, pose); err != nil {
				return nil, err
			}
		}
		sample := e.sample(pose)
		sample.T, sample.Mode = t, mode
		if err := sample.checkFinite(); err != nil {
			return nil, fmt.Errorf("time %v: %w", t, err)
		}
		document.Samples = append(document.Samples, sample)
	}
	return document, nil
}

type evaluator struct {
	library  *assets.Library
	model    *assets.Model
	skeleton *assets.Skeleton
	vertices []foundVertex
}

func (e *evaluator) nodes() []Node {
	nodes := make([]Node, len(e.model.Nodes))
	for i, n := range e.model.Nodes {
		nodes[i] = Node{i, n.Name, n.Parent}
	}
	return nodes
}

func (e *evaluator) skins() []Skin {
	skins := make([]Skin, len(e.model.Skins))
	for i, id := range e.model.Skins {
		skins[i].Skin = i
		for _, joint := range e.library.Skin(id).Joints() {
			skins[i].Joints = append(skins[i].Joints, e.skeleton.Source(int(joint)))
		}
	}
	return skins
}

func (e *evaluator) sample(pose *rig.Pose) Sample {
	joints := pose.ModelMatrices(nil)
	s := Sample{Palette: make([][][16]float32, len(e.model.Skins))}
	model := make([]rig.Matrix, len(e.model.Nodes))
	for i, n := range e.model.Nodes {
		local := n.Rest
		if n.IsJoint {
			local = pose.Joint(n.Joint)
		}
		model[i] = nodeMatrix(n, joints)
		s.Local = append(s.Local, flat(local))
		s.Model = append(s.Model, model[i].Mat4())
	}
	for i, id := range e.model.Skins {
		skin := e.library.Skin(id)
		palette := skin.Palette(nil, joints)
		for k := range skin.Len() {
			s.Palette[i] = append(s.Palette[i], rig.MatrixAt(palette, k).Mat4())
		}
	}
	for _, channel := range e.skeleton.MorphChannels() {
		if s.Morph == nil {
			s.Morph = map[int][]float32{}
		}
		weights := pose.Morphs[channel.Offset : channel.Offset+channel.Count]
		s.Morph[e.skeleton.Source(channel.Joint)] = append([]float32(nil), weights...)
	}
	for _, v := range e.vertices {
		s.Verts = append(s.Verts, v.position(pose, joints, model[v.node]))
	}
	return s
}

// nodeMatrix returns the matrix from a node's space to model space, given the model matrices of all
// joints.
func nodeMatrix(n assets.Node, joints []float32) rig.Matrix {
	offset := rig.MatrixFromMat4(n.Offset)
	switch {
	case n.IsJoint:
		return rig.MatrixAt(joints, n.Joint)
	case n.Joint < 0:
		return offset
	}
	return rig.MatrixAt(joints, n.Joint).Mul(offset)
}

func flat(t rig.TRS) [10]float32 {
	p, r, s := t.Translation, t.Rotation, t.Scale
	return [10]float32{p[0], p[1], p[2], r.V[0], r.V[1], r.V[2], r.W, s[0], s[1], s[2]}
}

// checkFinite returns an error for the first number that is not finite, which JSON cannot
// represent.
func (s *Sample) checkFinite() error {
	check := func(name string, i int, numbers []float32) error {
		if !exact.AllFinite(numbers...) {
			return fmt.Errorf("%s %d is not finite in float32: %v", name, i, numbers)
		}
		return nil
	}
	for i := range s.Model {
		if err := check("the transform of node", i, s.Model[i][:]); err != nil {
			return err
		}
	}
	for i := range s.Palette {
		for _, m := range s.Palette[i] {
			if err := check("the palette of skin", i, m[:]); err != nil {
				return err
			}
		}
	}
	for node, weights := range s.Morph {
		if err := check("a morph weight of node", node, weights); err != nil {
			return err
		}
	}
	for i := range s.Verts {
		if err := check("vertex", i, s.Verts[i][:]); err != nil {
			return err
		}
	}
	return nil
}

// Document is the answer to a [Query].
type Document struct {
	Nodes   []Node   `json:"nodes"`
	Skins   []Skin   `json:"skins"`
	Samples []Sample `json:"samples"`
}

// Node is a node of the file.
type Node struct {
	Node   int    `json:"node"`
	Name   string `json:"name"`
	Parent int    `json:"parent"` // -1 for a root
}

// Skin is a skin of the file. Its joints are node indices, in the skin's order.
type Skin struct {
	Skin   int   `json:"skin"`
	Joints []int `json:"joints"`
}

// Sample is one pose.
type Sample struct {
	T    float64 `json:"t"`    // seconds, as in the query
	Mode string  `json:"mode"` // clamp or loop

	// Local is each node's transform in its parent's space: translation x y z, rotation x y z w,
	// scale x y z.
	Local [][10]float32 `json:"local"`
	// Model is each node's transform in model space.
	Model [][16]float32 `json:"model"`
	// Palette has, for each skin, one matrix for each of its joints: model matrix · inverse bind
	// matrix.
	Palette [][][16]float32 `json:"palette"`
	// Morph holds the morph target weights by node, for nodes whose mesh has targets.
	Morph map[int][]float32 `json:"morph,omitempty"`
	// Verts are the query's vertices in model space, in the query's order.
	Verts [][3]float32 `json:"verts,omitempty"`
}
