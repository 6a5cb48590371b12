package vrm

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// avatar0Document is the extension VRM, of VRM 0.x.
type avatar0Document struct {
	Humanoid    humanoidDocument `json:"humanoid"`
	Expressions struct {
		Groups []struct {
			Name     string `json:"name"`
			Preset   string `json:"presetName"`
			IsBinary bool   `json:"isBinary"`
			Binds    []struct {
				Mesh   *int     `json:"mesh"`
				Index  *int     `json:"index"`
				Weight *float32 `json:"weight"` // 0 to 100
			} `json:"binds"`
			Materials []materialValueDocument `json:"materialValues"`
		} `json:"blendShapeGroups"`
	} `json:"blendShapeMaster"`
	FirstPerson *struct {
		Offset      *vector0  `json:"firstPersonBoneOffset"`
		Type        string    `json:"lookAtTypeName"`
		Inner       *degrees0 `json:"lookAtHorizontalInner"`
		Outer       *degrees0 `json:"lookAtHorizontalOuter"`
		Down        *degrees0 `json:"lookAtVerticalDown"`
		Up          *degrees0 `json:"lookAtVerticalUp"`
		Annotations []struct {
			Mesh *int   `json:"mesh"`
			Flag string `json:"firstPersonFlag"`
		} `json:"meshAnnotations"`
	} `json:"firstPerson"`
	Springs *struct {
		Groups []struct {
			Stiffness *float32 `json:"stiffiness"` // as the format spells it
			Gravity   float32  `json:"gravityPower"`
			Direction *vector0 `json:"gravityDir"`
			Drag      *float32 `json:"dragForce"`
			Center    *int     `json:"center"`
			Radius    float32  `json:"hitRadius"`
			Bones     []int    `json:"bones"`
			Colliders []int    `json:"colliderGroups"`
		} `json:"boneGroups"`
		Colliders []struct {
			Node      *int `json:"node"`
			Colliders []struct {
				Offset vector0 `json:"offset"`
				Radius float32 `json:"radius"`
			} `json:"colliders"`
		} `json:"colliderGroups"`
	} `json:"secondaryAnimation"`
	Materials []material0Document `json:"materialProperties"`
}

type vector0 struct{ X, Y, Z float32 }

// mirrored returns an offset, which VRM 0.x writes with Z to the other side.
func (v vector0) mirrored() mgl32.Vec3 { return mgl32.Vec3{v.X, v.Y, -v.Z} }

// degrees0 maps an angle to how far an eye turns.
type degrees0 struct {
	InputMax *float32  `json:"xRange"`
	Output   *float32  `json:"yRange"`
	Curve    []float32 `json:"curve"`
}

// presets0 are the names of VRM 1.0 for the preset expressions of VRM 0.x.
var presets0 = map[string]string{
	"neutral": "neutral", "a": "aa", "i": "ih", "u": "ou", "e": "ee", "o": "oh", "blink": "blink",
	"blink_l": "blinkLeft", "blink_r": "blinkRight", "joy": "happy", "angry": "angry", "sorrow": "sad",
	"fun": "relaxed", "lookup": "lookUp", "lookdown": "lookDown", "lookleft": "lookLeft", "lookright": "lookRight",
}

// convert returns the description of an avatar of VRM 0.x as VRM 1.0 has it.
func (a *Avatar) convert(from *document) (*avatarDocument, error) {
	old := from.Extensions.VRM0
	d := &avatarDocument{path: "extensions.VRM"}
	var err error
	if d.bones, d.unknown, err = listed(old.Humanoid.HumanBones); err != nil && !errors.Is(err, ErrNoHumanoid) {
		return nil, err
	}
	users := map[int][]int{} // nodes, by their mesh
	for i := range from.Nodes {
		if m := from.Nodes[i].Mesh; m != nil {
			users[*m] = append(users[*m], i)
		}
	}
	if err := a.convertExpressions(old, d, users); err != nil {
		return nil, err
	}
	if f := old.FirstPerson; f != nil {
		d.LookAt = a.convertLookAt(old, d.path)
		for i, n := range f.Annotations {
			if n.Flag == "" {
				continue
			}
			path := fmt.Sprintf("%s.firstPerson.meshAnnotations[%d]", d.path, i)
			if n.Mesh == nil {
				return nil, fmt.Errorf("%s.mesh: expected the index of a mesh, found none", path)
			}
			kind := strings.ToLower(n.Flag[:1]) + n.Flag[1:] // ThirdPersonOnly
			if len(users[*n.Mesh]) == 0 {
				a.warn("%s: no node has the mesh %d; the annotation is left out", path, *n.Mesh)
			}
			if err := a.memory.spend("annotations", len(users[*n.Mesh]), 64); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			for _, node := range users[*n.Mesh] {
				d.FirstPerson.Annotations = append(d.FirstPerson.Annotations,
					annotationDocument{Node: &node, Type: kind, path: path})
			}
		}
	}
	return d, nil
}

func (a *Avatar) convertExpressions(old *avatar0Document, d *avatarDocument, users map[int][]int) error {
	d.Expressions.Preset, d.Expressions.Custom = map[string]expressionDocument{}, map[string]expressionDocument{}
	for i := range old.Expressions.Groups {
		g := &old.Expressions.Groups[i]
		path := fmt.Sprintf("%s.blendShapeMaster.blendShapeGroups[%d]", d.path, i)
		set, name := d.Expressions.Custom, g.Name
		if preset := presets0[strings.ToLower(g.Preset)]; preset != "" {
			set, name = d.Expressions.Preset, preset
		}
		if _, twice := set[name]; twice || name == "" {
			a.warn("%s: it is left out: expected a name of its own, found %q", path, name)
			continue
		}
		e := expressionDocument{IsBinary: g.IsBinary, path: path}
		if err := a.convertMaterials(&e, g.Materials); err != nil {
			return err
		}
		for k, b := range g.Binds {
			weight := float32(1)
			if b.Weight != nil {
				weight = *b.Weight / 100
			}
			at := fmt.Sprintf("%s.binds[%d]", path, k)
			if b.Mesh == nil {
				return fmt.Errorf("%s.mesh: expected the index of a mesh, found none", at)
			}
			nodes := users[*b.Mesh]
			if len(nodes) == 0 {
				a.warn("%s: no node has the mesh %d; the bind is left out", at, *b.Mesh)
			}
			if err := a.memory.spend("binds", len(nodes), 64); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
			for _, node := range nodes {
				e.Binds = append(e.Binds, bindDocument{Node: &node, Index: b.Index, Weight: &weight, path: at})
			}
		}
		set[name] = e
	}
	return nil
}

func (a *Avatar) convertLookAt(old *avatar0Document, path string) *lookAtDocument {
	f := old.FirstPerson
	l := &lookAtDocument{Type: "bone"}
	if f.Type == "BlendShape" {
		l.Type = "expression"
	}
	if f.Offset != nil {
		offset := f.Offset.mirrored()
		l.Offset = offset[:]
	}
	for i, m := range []*degrees0{f.Inner, f.Outer, f.Down, f.Up} {
		if m == nil {
			continue
		}
		if straight := []float32{0, 0, 0, 1, 1, 1, 1, 0}; len(m.Curve) > 0 && !slices.Equal(m.Curve, straight) {
			a.warn("%s.firstPerson: the curve of a range of the eyes is read as a straight line", path)
		}
		*[...]**rangeDocument{&l.Inner, &l.Outer, &l.Down, &l.Up}[i] = &rangeDocument{m.InputMax, m.Output}
	}
	return l
}

// tip0 is the length of the bone that begins at the last node of a chain of VRM 0.x, in meters.
const tip0 = 0.07

// convertSprings returns the springs of an avatar of VRM 0.x as VRM 1.0 has them: a chain from each
// root along first children, and one from each further child.
func (a *Avatar) convertSprings(from *document) (*springsDocument, error) {
	old := from.Extensions.VRM0.Springs
	if old == nil {
		return nil, nil
	}
	d := &springsDocument{}
	const at = "extensions.VRM.secondaryAnimation"
	for i, g := range old.Colliders {
		group := colliderGroupDocument{path: fmt.Sprintf("%s.colliderGroups[%d]", at, i)}
		for _, c := range g.Colliders {
			offset := c.Offset.mirrored()
			sphere := roundDocument{Offset: offset[:], Radius: c.Radius}
			group.Colliders = append(group.Colliders, len(d.Colliders))
			d.Colliders = append(d.Colliders, colliderDocument{
				Node: g.Node, Shape: &shapeDocument{Sphere: &sphere}, path: group.path,
			})
		}
		d.Groups = append(d.Groups, group)
	}
	for i := range old.Groups {
		g := &old.Groups[i]
		joint := jointDocument{
			HitRadius: g.Radius, Stiffness: g.Stiffness, GravityPower: g.Gravity, DragForce: g.Drag,
		}
		if g.Drag == nil {
			drag := float32(0.4)
			joint.DragForce = &drag
		}
		if v := g.Direction; v != nil {
			joint.GravityDir = vector{v.X, v.Y, v.Z}
		}
		chain := springDocument{Groups: g.Colliders, path: fmt.Sprintf("%s.boneGroups[%d]", at, i)}
		if g.Center != nil && *g.Center >= 0 { // -1 is none
			chain.Center = g.Center
		}
		for k, root := range g.Bones {
			path := fmt.Sprintf("%s.bones[%d]", chain.path, k)
			if err := expectIndex(path, root, len(from.Nodes), "nodes"); err != nil {
				return nil, err
			}
			if err := a.chains(d, from, chain, joint, root); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	return d, nil
}

// chains adds the chains from a root on, each after those that move its root.
func (a *Avatar) chains(d *springsDocument, from *document, chain springDocument, joint jointDocument, root int) error {
	roots, count := []int{root}, 0
	for len(roots) > 0 {
		next := chain
		next.Joints = nil
		var further []int
		for node := roots[0]; ; {
			if count++; count > len(from.Nodes) {
				return fmt.Errorf("expected a tree below node %d, found a cycle", root)
			}
			// A file may name a root again and again.
			if err := a.memory.spend("bones", 1, springBytes); err != nil {
				return err
			}
			own := node
			joint.Node = &own
			next.Joints = append(next.Joints, joint)
			children := from.Nodes[node].Children
			if len(children) == 0 {
				next.settings.Tip = tipOf(from.Nodes[node].Position)
				break
			}
			for i, child := range children {
				at := fmt.Sprintf("nodes[%d].children[%d]", node, i)
				if err := expectIndex(at, child, len(from.Nodes), "nodes"); err != nil {
					return err
				}
			}
			further = append(further, children[1:]...)
			node = children[0]
		}
		d.Springs = append(d.Springs, next)
		roots = append(roots[1:], further...)
	}
	return nil
}

// tipOf returns where the bone from the last node of a chain ends, in the node's space: on in the
// direction from the node's parent.
func tipOf(position []float64) mgl32.Vec3 {
	if len(position) != 3 {
		return mgl32.Vec3{}
	}
	return exact.Vec3(position).Normalized().Scale(tip0).Float32()
}
