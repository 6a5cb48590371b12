package retarget

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// Tolerances of the search for partners, as fractions of the skeleton's size.
const (
	nearMirror = 0.03 // how far a joint may be from the mirror image of its partner where names say nothing
	nearPlane  = 0.01 // how far from the plane a joint counts as one of the middle
	symmetric  = 0.01 // how far a rest pose's joints may be from their mirror images in a symmetric rest pose
)

// plane is a mirror plane in model space: the points p with normal·p = offset.
type plane struct {
	normal exact.Vec3 // length 1
	offset float64    // meters
}

// point returns the mirror image of a point.
func (p *plane) point(v exact.Vec3) exact.Vec3 {
	return v.AddScaled(-2*(p.normal.Dot(v)-p.offset), p.normal)
}

// direction returns the mirror image of a direction.
func (p *plane) direction(v exact.Vec3) exact.Vec3 { return v.AddScaled(-2*p.normal.Dot(v), p.normal) }

// half returns the rotation by half a turn about the normal, which is the opposite of the mirroring
// matrix.
func (p *plane) half() exact.Quat { return exact.Quat{p.normal[0], p.normal[1], p.normal[2], 0} }

// pairing is the search for partners.
type pairing struct {
	s        *rig.Skeleton
	rest     *frames
	size     float64
	plane    plane
	sides    []side   // by the names
	keys     []string // of sideKey
	children [][]int
	roots    []int
	partners []int // -1: not known yet
	byHand   map[int]bool
	ends     []int                // by joint: the index after its last descendant
	named    map[string]*[3][]int // by key: the joints of each side
	siblings map[siblingKey][]int
	trees    map[siblingTree]*nearTree
	looked   int // how many joints were looked at to find partners
}

// siblingKey are joints with one parent and the same name but for numbers.
type siblingKey struct {
	parent int // -1 for roots
	key    string
	side   side
}

// siblingTree are the joints of a side below one parent that have no partner yet.
type siblingTree struct {
	parent int
	side   side
}

func newPairing(s *rig.Skeleton, rest *frames) *pairing {
	p := &pairing{
		s: s, rest: rest, size: rest.size(), byHand: map[int]bool{}, ends: subtreeEnds(s), named: map[string]*[3][]int{},
		siblings: map[siblingKey][]int{}, trees: map[siblingTree]*nearTree{},
	}
	p.children = make([][]int, s.Len())
	for j := range s.Len() {
		p.sides = append(p.sides, nameSide(s.JointName(j)))
		p.keys = append(p.keys, sideKey(s.JointName(j)))
		p.partners = append(p.partners, -1)
		if p.named[p.keys[j]] == nil {
			p.named[p.keys[j]] = new([3][]int)
		}
		named := p.named[p.keys[j]]
		named[p.sides[j]] = append(named[p.sides[j]], j)
		own := siblingKey{s.Parent(j), p.keys[j], p.sides[j]}
		p.siblings[own] = append(p.siblings[own], j)
		if parent := s.Parent(j); parent >= 0 {
			p.children[parent] = append(p.children[parent], j)
		} else {
			p.roots = append(p.roots, j)
		}
	}
	return p
}

// setByHand pairs joints as the caller asks. A pair of one joint puts it in the middle.
func (p *pairing) setByHand(pairs [][2]string) error {
	for i, pair := range pairs {
		a, err := p.s.FindJoint(pair[0])
		if err != nil {
			return fmt.Errorf("mirror: pair %d: %w", i, err)
		}
		b := a
		if pair[1] != "" {
			if b, err = p.s.FindJoint(pair[1]); err != nil {
				return fmt.Errorf("mirror: pair %d: %w", i, err)
			}
		}
		for _, j := range [2]int{a, b} {
			if p.byHand[j] {
				return fmt.Errorf("mirror: pair %d: expected joints that are in no other pair, found %q in two", i,
					p.s.JointName(j))
			}
		}
		p.byHand[a], p.byHand[b] = true, true
		p.partners[a], p.partners[b] = b, a
	}
	return nil
}

// namedPartner returns the only joint that has the other side's name, or -1.
func (p *pairing) namedPartner(j int) int {
	if p.sides[j] == center {
		return -1
	}
	name := p.s.JointName(j)
	if k, ok := p.s.Find(swap(name, splitName(name))); ok && k != j {
		return k
	}
	named := p.named[p.keys[j]]
	if others := named[p.sides[j].opposite()]; len(named[p.sides[j]]) == 1 && len(others) == 1 {
		return others[0]
	}
	return -1
}

// findPlane finds the mirror plane: from pairs by hand and by names, or else from the positions.
func (p *pairing) findPlane() {
	var normal exact.Vec3
	var pairs [][2]int
	for j := range p.partners {
		k := p.partners[j]
		if k < 0 {
			k = p.namedPartner(j)
		}
		if k < 0 || k == j || p.sides[j] == right || p.sides[j] == center && k < j {
			continue
		}
		d := p.rest.position(j).Sub(p.rest.position(k))
		if p.sides[j] == center && d.Dot(normal) < 0 {
			d = d.Scale(-1)
		}
		normal = normal.Add(d)
		pairs = append(pairs, [2]int{j, k})
	}
	if normal.Length() > 1e-6*p.size {
		p.plane.normal = snapToAxis(normal.Normalized())
		offsets := make([]float64, len(pairs))
		for i, pair := range pairs {
			offsets[i] = 0.5 * p.plane.normal.Dot(p.rest.position(pair[0]).Add(p.rest.position(pair[1])))
		}
		order.Floats(offsets)
		p.plane.offset = p.snapOffset(offsets[len(offsets)/2])
		return
	}
	// The axis along which most joints have a mirror image: x before z before y. Planes pass
	// through the middle of the box around the joints, or through the origin.
	least, greatest := p.rest.box()
	best := math.MinInt
	all := newNearTree(p.rest, allJoints(p.s.Len()), &p.looked)
	for _, axis := range [3]int{0, 2, 1} {
		for i, offset := range [2]float64{0, 0.5 * (least[axis] + greatest[axis])} {
			var n exact.Vec3
			n[axis] = 1
			candidate := plane{n, offset}
			count, off := -2*i, 0 // the ends of the box always are mirror images of each other
			for j := range p.s.Len() {
				v := p.rest.position(j)
				if all.has(candidate.point(v), nearMirror*p.size) {
					count++
				}
				if math.Abs(n.Dot(v)-offset) > nearPlane*p.size {
					off++
				}
			}
			if off > 0 && count > best {
				best, p.plane = count, candidate
			}
		}
	}
	if best == math.MinInt {
		p.plane = plane{normal: exact.Vec3{1, 0, 0}}
	}
}

// snapToAxis returns the axis of model space that is within 15 degrees of a direction, or else the
// direction.
func snapToAxis(v exact.Vec3) exact.Vec3 {
	for c := range v {
		if math.Abs(v[c]) > 0.966 {
			var axis exact.Vec3
			axis[c] = math.Copysign(1, v[c])
			return axis
		}
	}
	return v
}

// snapOffset returns 0 for an offset that is small beside the skeleton.
func (p *pairing) snapOffset(offset float64) float64 {
	if math.Abs(offset) < nearMirror*p.size {
		return 0
	}
	return offset
}

// nearest returns the joint of a side below a parent, without a partner, that is nearest to a point
// within the tolerance, or -1.
func (p *pairing) nearest(at exact.Vec3, parent int, s side, except int) int {
	key := siblingTree{parent, s}
	tree := p.trees[key]
	if tree == nil {
		joints := p.roots
		if parent >= 0 {
			joints = p.children[parent]
		}
		var free []int
		for _, k := range joints {
			if p.partners[k] < 0 && p.sides[k] == s {
				free = append(free, k)
			}
		}
		p.looked += len(joints)
		tree = newNearTree(p.rest, free, &p.looked)
		p.trees[key] = tree
	}
	return tree.nearest(at, nearMirror*p.size, except)
}

// pair makes two joints partners.
func (p *pairing) pair(j, k int) {
	p.partners[j], p.partners[k] = k, j
	for _, joint := range [2]int{j, k} {
		if tree := p.trees[siblingTree{p.s.Parent(joint), p.sides[joint]}]; tree != nil {
			tree.remove(joint)
		}
	}
}

func allJoints(n int) []int {
	list := make([]int, n)
	for j := range list {
		list[j] = j
	}
	return list
}

// findPartners pairs the joints: by hand, then parents first among the children of a joint's
// partner, by names and then by positions, then by names alone. Joints that remain are their own
// partners.
func (p *pairing) findPartners() {
	for j := range p.partners {
		if p.partners[j] >= 0 {
			continue
		}
		others := -1
		if parent := p.s.Parent(j); parent >= 0 {
			if others = p.partners[parent]; others < 0 {
				others = noParent
			}
		}
		if k := p.amongChildren(j, others); k >= 0 {
			p.pair(j, k)
		}
	}
	for j := range p.partners {
		if k := p.namedPartner(j); p.partners[j] < 0 && k >= 0 && p.partners[k] < 0 {
			p.pair(j, k)
		}
	}
	for j := range p.partners {
		if p.partners[j] < 0 {
			p.partners[j] = j
		}
	}
}

// noParent stands for the parent of no joint; -1 is that of roots.
const noParent = -2

// amongChildren returns the partner of a joint among the children of its parent's partner, or -1.
func (p *pairing) amongChildren(j, others int) int {
	free := func(k int) bool { return k != j && p.partners[k] < 0 }
	if k := p.namedPartner(j); k >= 0 && free(k) && p.s.Parent(k) == others {
		return k
	}
	// A number at the end differs, but only one child fits.
	if p.sides[j] != center && len(p.siblings[siblingKey{p.s.Parent(j), p.keys[j], p.sides[j]}]) == 1 {
		found, count := -1, 0
		for _, k := range p.siblings[siblingKey{others, p.keys[j], p.sides[j].opposite()}] {
			p.looked++
			if free(k) {
				found = k
				count++
			}
		}
		if count == 1 {
			return found
		}
	}
	v := p.rest.position(j)
	off := math.Abs(p.plane.normal.Dot(v) - p.plane.offset)
	if off <= 0.1*nearPlane*p.size && p.sides[j] == center {
		return j
	}
	if others != noParent {
		if k := p.nearest(p.plane.point(v), others, p.sides[j].opposite(), j); k >= 0 {
			return k
		}
	}
	if off <= nearPlane*p.size && p.sides[j] == center {
		return j
	}
	return -1
}

// isOneSided reports whether a joint belongs to one side of the body: by its name or by its
// position.
func (p *pairing) isOneSided(j int) bool {
	if p.sides[j] != center {
		return true
	}
	return math.Abs(p.plane.normal.Dot(p.rest.position(j))-p.plane.offset) > nearPlane*p.size
}

// isSymmetric reports whether every joint of the rest pose is at the mirror image of its partner.
func (p *pairing) isSymmetric() bool {
	for j, k := range p.partners {
		if k == j {
			continue // in the middle, or without a partner
		}
		if p.rest.position(j).Sub(p.plane.point(p.rest.position(k))).Length() > symmetric*p.size {
			return false
		}
	}
	return true
}

// aboveAll returns which joints have every joint with a partner below them.
func (p *pairing) aboveAll() []bool {
	first, last := len(p.partners), -1
	for j, k := range p.partners {
		if j != k {
			first, last = min(first, j), max(last, j)
		}
	}
	above := make([]bool, len(p.partners))
	for j := range above {
		above[j] = last < 0 || j < first && last < p.ends[j]
	}
	return above
}
