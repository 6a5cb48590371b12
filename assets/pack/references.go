package pack

import (
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// numbering numbers the assets of one kind in a pack, in the order of their records.
type numbering[I ~uint32] struct {
	numbers map[I]int // while writing
	ids     []I       // while reading: in the library that the pack fills
	noun    string
}

func (n *numbering[I]) add(of I) {
	if n.numbers == nil {
		n.numbers = map[I]int{}
	}
	n.numbers[of] = len(n.ids)
	n.ids = append(n.ids, of)
}

// references numbers the assets that records refer to.
type references struct {
	skeletons numbering[id.Skeleton]
	motions   numbering[id.Motion]
	skins     numbering[id.Skin]
	meshes    numbering[id.Mesh]
	materials numbering[id.Material]
	images    numbering[id.Image]
	masks     numbering[id.Mask]
	curves    numbering[id.Curve]
	rigs      []*rig.Skeleton // by number
}

func newReferences() *references {
	r := &references{}
	r.skeletons.noun, r.motions.noun, r.skins.noun, r.meshes.noun = "skeletons", "motions", "skins", "meshes"
	r.materials.noun, r.images.noun, r.masks.noun, r.curves.noun = "materials", "images", "masks", "curves"
	return r
}

// refer codes a reference to an asset whose record comes before, or to none.
func refer[I ~uint32](c *coder, n *numbering[I], v *I) {
	number := 0
	if c.writes() && *v != 0 {
		i, known := n.numbers[*v]
		c.expect(known, "one of the %d %s before it, found the ID %#x", len(n.ids), n.noun, uint32(*v))
		number = i + 1
	}
	c.number(&number)
	if c.writes() {
		return
	}
	if number < 0 || number > len(n.ids) {
		c.fail("expected one of the %d %s before it, found number %d", len(n.ids), n.noun, number)
		number = 0
	}
	if *v = 0; number > 0 {
		*v = n.ids[number-1]
	}
}

// refers codes a list of references.
func refers[I ~uint32](c *coder, n *numbering[I], v *[]I) {
	list(c, v, 4, func(of *I) { refer(c, n, of) })
}

// skeleton codes the skeleton of an asset, by its number.
func (c *coder) skeleton(v **rig.Skeleton) {
	number := 0
	if c.writes() {
		number = -1
		for i, s := range c.refs.rigs {
			if s == *v {
				number = i
				break
			}
		}
		c.expect(number >= 0, "a skeleton that is in the library, found another")
	}
	c.number(&number)
	if c.writes() {
		return
	}
	if number < 0 || number >= len(c.refs.rigs) {
		c.fail("expected one of the %d skeletons before it, found number %d", len(c.refs.rigs), number)
		return
	}
	*v = c.refs.rigs[number]
}
