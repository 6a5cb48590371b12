package vrm

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// cameras are the types of annotations: which cameras show a mesh.
var cameras = []string{"auto", "both", "thirdPersonOnly", "firstPersonOnly"}

// annotationDocument is an element of firstPerson.meshAnnotations.
type annotationDocument struct {
	Node *int   `json:"node"`
	Type string `json:"type"`

	path string // of an annotation of VRM 0.x
}

// maxHidden is the number of parts that the bits of a mask stand for.
const maxHidden = 64

// readFirstPerson finds the parts that a camera in the head does not show, and those that only it
// shows. A mesh without an annotation counts as "auto": such a camera does not show the triangles
// of which the head or a joint below it moves a vertex. If these are some of a part's, the model
// gets another part with the other ones, for that camera alone.
func (a *Avatar) readFirstPerson(library *assets.Library, d *avatarDocument) error {
	kinds := map[int]string{} // by node
	for i, n := range d.FirstPerson.Annotations {
		path := n.path
		if path == "" {
			path = fmt.Sprintf("%s.firstPerson.meshAnnotations[%d]", d.path, i)
		}
		if !slices.Contains(cameras, n.Type) {
			return fmt.Errorf("%s.type: expected auto, both, thirdPersonOnly or firstPersonOnly, found %q%s", path, n.Type,
				names.Meant(n.Type, cameras))
		}
		node, err := index(path+".node", n.Node, len(a.Model.Nodes), "nodes")
		if err != nil {
			return err
		}
		kinds[node] = n.Type
	}
	var isOfHead []bool // by joint
	if a.Bones != nil {
		if head, ok := a.Bones.Joint("head"); ok {
			isOfHead = make([]bool, a.skeleton.Len())
			for j := range isOfHead {
				parent := a.skeleton.Parent(j)
				isOfHead[j] = j == head || parent >= 0 && isOfHead[parent]
			}
		}
	}
	whole := library.Model(a.Model.ID) // without what a sidecar hides
	headless := map[partSource]id.Mesh{}
	var added []string
	for i := range a.Model.Parts {
		p := &a.Model.Parts[i]
		if i >= maxHidden {
			a.warn("%s.firstPerson: the model has %d parts; all cameras show those after the first %d", d.path,
				len(a.Model.Parts), maxHidden)
			break
		}
		switch kinds[p.Node] {
		case "thirdPersonOnly":
			a.FirstPerson |= 1 << i
		case "firstPersonOnly":
			a.ThirdPerson |= 1 << i
		case "both":
		default:
			if isOfHead == nil {
				continue
			}
			all, some := movedBy(isOfHead, library, p)
			if all || some && p.Hidden && !whole.Parts[i].Hidden { // a part that the model hides needs no second one
				a.FirstPerson |= 1 << i
			} else if some {
				at := len(whole.Parts)
				if at >= maxHidden {
					a.warn("%s.firstPerson: the head moves some triangles of node %d; a camera in the head shows them "+
						"too, for the model has %d parts already", d.path, p.Node, at)
					continue
				}
				part, err := a.withoutHead(library, &whole.Parts[i], isOfHead, headless)
				if err != nil {
					return fmt.Errorf("%s.firstPerson: node %d: %w", d.path, p.Node, err)
				}
				whole.Parts, added = append(whole.Parts, part), append(added, part.Name)
				if whole != a.Model {
					a.Model.Parts = append(a.Model.Parts, part)
				}
				a.FirstPerson |= 1 << i
				a.ThirdPerson |= 1 << at
			}
		}
	}
	if len(added) == 0 {
		return nil
	}
	// Characters do not show the new parts, unless somebody says that the camera is in the head.
	model, err := a.Model.WithoutParts(added...)
	if err == nil {
		a.Model = model
	}
	return err
}

// partSource is what a part without the triangles of the head is made of.
type partSource struct {
	mesh id.Mesh
	skin assets.SkinID
}

// withoutHead returns a part without the triangles that joints of the head move. Its mesh shares
// the vertices, and is one for all parts of the same mesh and skin.
func (a *Avatar) withoutHead(library *assets.Library, p *assets.Part, isOfHead []bool,
	made map[partSource]id.Mesh,
) (assets.Part, error) {
	skin, m := library.Skin(p.Skin), library.Mesh(p.Mesh)
	part, source := *p, partSource{p.Mesh, p.Skin}
	part.Name = fmt.Sprintf("%s, without the head (part %d)", p.Name, len(library.Model(a.Model.ID).Parts))
	part.Materials = nil
	rest := *m
	rest.Name, rest.Primitives = m.Name+", without the head", nil
	for i := range m.Primitives {
		one := m.Primitives[i]
		if err := a.memory.spend("triangles without the head", len(one.Indices), 4); err != nil {
			return part, err
		}
		if one.Topology != mesh.Triangles {
			rest.Primitives = append(rest.Primitives, one)
			continue
		}
		one.Indices = nil
		for at := 0; at+2 < len(m.Primitives[i].Indices); at += 3 {
			corners := m.Primitives[i].Indices[at:][:3]
			if !triangleMovedBy(isOfHead, skin, &one, corners) {
				one.Indices = append(one.Indices, corners...)
			}
		}
		if len(one.Indices) == 0 {
			continue
		}
		for _, material := range p.Materials {
			if material.Primitive == i {
				material.Primitive = len(rest.Primitives)
				part.Materials = append(part.Materials, material)
			}
		}
		rest.Primitives = append(rest.Primitives, one)
	}
	var err error
	if part.Mesh = made[source]; part.Mesh == 0 {
		part.Mesh, err = library.AddMesh(&rest)
		made[source] = part.Mesh
	}
	return part, err
}

// movedBy reports whether joints of a set move a vertex of all triangles of a part, and of some.
func movedBy(set []bool, library *assets.Library, p *assets.Part) (all, some bool) {
	skin, m := library.Skin(p.Skin), library.Mesh(p.Mesh)
	if skin == nil || m == nil {
		return false, false
	}
	if p.Rigid {
		moved := set[skin.Joints()[p.PaletteIndex]]
		return moved, moved
	}
	all = true
	for i := range m.Primitives {
		one := &m.Primitives[i]
		for at := 0; at+2 < len(one.Indices); at += 3 {
			moved := triangleMovedBy(set, skin, one, one.Indices[at:at+3])
			all, some = all && moved, some || moved
		}
	}
	return all && some, some
}

func triangleMovedBy(set []bool, skin *rig.Skin, p *mesh.Primitive, corners []uint32) bool {
	for _, v := range corners {
		if vertexMovedBy(set, skin, p, int(v)) {
			return true
		}
	}
	return false
}

func vertexMovedBy(set []bool, skin *rig.Skin, p *mesh.Primitive, vertex int) bool {
	for i := vertex * p.Influences; i < (vertex+1)*p.Influences; i++ {
		if p.Weights[i] > 0 && p.Joints[i] != mesh.NoInfluence && set[skin.Joints()[p.Joints[i]]] {
			return true
		}
	}
	return false
}
