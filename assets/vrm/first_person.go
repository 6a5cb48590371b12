package vrm

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// annotationDocument is an element of firstPerson.meshAnnotations.
type annotationDocument struct {
	Node *int   `json:"node"`
	Type string `json:"type"`

	path string // of an annotation of VRM 0.x
}

// maxHidden is the number of parts that the bits of a mask stand for.
const maxHidden = 64

// readFirstPerson finds the parts that a camera in the head does not show, and those that only it
// shows. A mesh without an annotation counts as "auto": it is hidden if the head moves all of it.
func (a *Avatar) readFirstPerson(library *assets.Library, d *avatarDocument) error {
	kinds := map[int]string{} // by node
	for i, n := range d.FirstPerson.Annotations {
		path := n.path
		if path == "" {
			path = fmt.Sprintf("%s.firstPerson.meshAnnotations[%d]", d.path, i)
		}
		switch n.Type {
		case "auto", "both", "thirdPersonOnly", "firstPersonOnly":
		default:
			return fmt.Errorf("%s.type: expected auto, both, thirdPersonOnly or firstPersonOnly, found %q", path, n.Type)
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
			if all {
				a.FirstPerson |= 1 << i
			} else if some {
				a.warn("%s.firstPerson: the head moves some triangles of node %d, and others move with the body; a camera "+
					"in the head shows all of them", d.path, p.Node)
			}
		}
	}
	return nil
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
			moved := false
			for _, v := range one.Indices[at : at+3] {
				moved = moved || vertexMovedBy(set, skin, one, int(v))
			}
			all, some = all && moved, some || moved
		}
	}
	return all && some, some
}

func vertexMovedBy(set []bool, skin *rig.Skin, p *mesh.Primitive, vertex int) bool {
	for i := vertex * p.Influences; i < (vertex+1)*p.Influences; i++ {
		if p.Weights[i] > 0 && p.Joints[i] != mesh.NoInfluence && set[skin.Joints()[p.Joints[i]]] {
			return true
		}
	}
	return false
}
