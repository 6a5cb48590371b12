package anatomy

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

// Plane is a mirror plane in model space: the points p with normal·p = offset.
type Plane struct {
	Normal exact.Vec3 // length 1
	Offset float64    // meters
}

// Point returns the mirror image of a point.
func (p *Plane) Point(v exact.Vec3) exact.Vec3 {
	return v.AddScaled(-2*(p.Normal.Dot(v)-p.Offset), p.Normal)
}

// Direction returns the mirror image of a direction.
func (p *Plane) Direction(v exact.Vec3) exact.Vec3 { return v.AddScaled(-2*p.Normal.Dot(v), p.Normal) }

// Half returns the rotation by half a turn about the normal, which is the opposite of the mirroring
// matrix.
func (p *Plane) Half() exact.Quat { return exact.Quat{p.Normal[0], p.Normal[1], p.Normal[2], 0} }

// Pairing is the search for partners.
type Pairing struct {
	s        *rig.Skeleton
	rest     *Frames
	Size     float64
	Plane    Plane
	Sides    []Side   // by the names
	keys     []string // of sideKey
	Children [][]int
	roots    []int
	Partners []int // -1: not known yet
	ByHand   map[int]bool
	ends     []int                // by joint: the index after its last descendant
	named    map[string]*[3][]int // by key: the joints of each side
	siblings map[siblingKey][]int
	trees    map[siblingTree]*nearTree
	Looked   int // how many joints were looked at to find partners
}

// siblingKey are joints with one parent and the same name but for numbers.
type siblingKey struct {
	parent int // -1 for roots
	key    string
	side   Side
}

// siblingTree are the joints of a side below one parent that have no partner yet.
type siblingTree struct {
	parent int
	side   Side
}

// NewPairing returns the search for the partners of a skeleton's joints in the given frames.
func NewPairing(s *rig.Skeleton, rest *Frames) *Pairing {
	p := &Pairing{
		s: s, rest: rest, Size: rest.Size(), ByHand: map[int]bool{}, ends: SubtreeEnds(s), named: map[string]*[3][]int{},
		siblings: map[siblingKey][]int{}, trees: map[siblingTree]*nearTree{},
	}
	p.Children = make([][]int, s.Len())
	for j := range s.Len() {
		p.Sides = append(p.Sides, NameSide(s.JointName(j)))
		p.keys = append(p.keys, sideKey(s.JointName(j)))
		p.Partners = append(p.Partners, -1)
		if p.named[p.keys[j]] == nil {
			p.named[p.keys[j]] = new([3][]int)
		}
		named := p.named[p.keys[j]]
		named[p.Sides[j]] = append(named[p.Sides[j]], j)
		own := siblingKey{s.Parent(j), p.keys[j], p.Sides[j]}
		p.siblings[own] = append(p.siblings[own], j)
		if parent := s.Parent(j); parent >= 0 {
			p.Children[parent] = append(p.Children[parent], j)
		} else {
			p.roots = append(p.roots, j)
		}
	}
	return p
}

// SetByHand pairs joints as the caller asks. A pair of one joint puts it in the middle.
func (p *Pairing) SetByHand(pairs [][2]string) error {
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
			if p.ByHand[j] {
				return fmt.Errorf("mirror: pair %d: expected joints that are in no other pair, found %q in two", i,
					p.s.JointName(j))
			}
		}
		p.ByHand[a], p.ByHand[b] = true, true
		p.Partners[a], p.Partners[b] = b, a
	}
	return nil
}

// namedPartner returns the only joint that has the other side's name, or -1.
func (p *Pairing) namedPartner(j int) int {
	if p.Sides[j] == Center {
		return -1
	}
	name := p.s.JointName(j)
	if k, ok := p.s.Find(swap(name, SplitName(name))); ok && k != j {
		return k
	}
	named := p.named[p.keys[j]]
	if others := named[p.Sides[j].Opposite()]; len(named[p.Sides[j]]) == 1 && len(others) == 1 {
		return others[0]
	}
	return -1
}

// FindPlane finds the mirror plane: from pairs by hand and by names, or else from the positions.
func (p *Pairing) FindPlane() {
	var normal exact.Vec3
	var pairs [][2]int
	for j := range p.Partners {
		k := p.Partners[j]
		if k < 0 {
			k = p.namedPartner(j)
		}
		if k < 0 || k == j || p.Sides[j] == Right || p.Sides[j] == Center && k < j {
			continue
		}
		d := p.rest.Position(j).Sub(p.rest.Position(k))
		if p.Sides[j] == Center && d.Dot(normal) < 0 {
			d = d.Scale(-1)
		}
		normal = normal.Add(d)
		pairs = append(pairs, [2]int{j, k})
	}
	if normal.Length() > 1e-6*p.Size {
		p.Plane.Normal = SnapToAxis(normal.Normalized())
		offsets := make([]float64, len(pairs))
		for i, pair := range pairs {
			offsets[i] = 0.5 * p.Plane.Normal.Dot(p.rest.Position(pair[0]).Add(p.rest.Position(pair[1])))
		}
		order.Floats(offsets)
		p.Plane.Offset = p.SnapOffset(offsets[len(offsets)/2])
		return
	}
	// The axis along which most joints have a mirror image: x before z before y. Planes pass
	// through the middle of the box around the joints, or through the origin.
	least, greatest := p.rest.Box()
	best := math.MinInt
	all := newNearTree(p.rest, allJoints(p.s.Len()), &p.Looked)
	for _, axis := range [3]int{0, 2, 1} {
		for i, offset := range [2]float64{0, 0.5 * (least[axis] + greatest[axis])} {
			var n exact.Vec3
			n[axis] = 1
			candidate := Plane{n, offset}
			count, off := -2*i, 0 // the ends of the box always are mirror images of each other
			for j := range p.s.Len() {
				v := p.rest.Position(j)
				if all.has(candidate.Point(v), nearMirror*p.Size) {
					count++
				}
				if math.Abs(n.Dot(v)-offset) > nearPlane*p.Size {
					off++
				}
			}
			if off > 0 && count > best {
				best, p.Plane = count, candidate
			}
		}
	}
	if best == math.MinInt {
		p.Plane = Plane{Normal: exact.Vec3{1, 0, 0}}
	}
}

// SnapToAxis returns the axis of model space that is within 15 degrees of a direction, or else the
// direction.
func SnapToAxis(v exact.Vec3) exact.Vec3 {
	for c := range v {
		if math.Abs(v[c]) > 0.966 {
			var axis exact.Vec3
			axis[c] = math.Copysign(1, v[c])
			return axis
		}
	}
	return v
}

// SnapOffset returns 0 for an offset that is small beside the skeleton.
func (p *Pairing) SnapOffset(offset float64) float64 {
	if math.Abs(offset) < nearMirror*p.Size {
		return 0
	}
	return offset
}

// nearest returns the joint of a side below a parent, without a partner, that is nearest to a point
// within the tolerance, or -1.
func (p *Pairing) nearest(at exact.Vec3, parent int, s Side, except int) int {
	key := siblingTree{parent, s}
	tree := p.trees[key]
	if tree == nil {
		joints := p.roots
		if parent >= 0 {
			joints = p.Children[parent]
		}
		var free []int
		for _, k := range joints {
			if p.Partners[k] < 0 && p.Sides[k] == s {
				free = append(free, k)
			}
		}
		p.Looked += len(joints)
		tree = newNearTree(p.rest, free, &p.Looked)
		p.trees[key] = tree
	}
	return tree.nearest(at, nearMirror*p.Size, except)
}

// pair makes two joints partners.
func (p *Pairing) pair(j, k int) {
	p.Partners[j], p.Partners[k] = k, j
	for _, joint := range [2]int{j, k} {
		if tree := p.trees[siblingTree{p.s.Parent(joint), p.Sides[joint]}]; tree != nil {
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

// FindPartners pairs the joints: by hand, then parents first among the children of a joint's
// partner, by names and then by positions, then by names alone. Joints that remain are their own
// partners.
func (p *Pairing) FindPartners() {
	for j := range p.Partners {
		if p.Partners[j] >= 0 {
			continue
		}
		others := -1
		if parent := p.s.Parent(j); parent >= 0 {
			if others = p.Partners[parent]; others < 0 {
				others = noParent
			}
		}
		if k := p.amongChildren(j, others); k >= 0 {
			p.pair(j, k)
		}
	}
	for j := range p.Partners {
		if k := p.namedPartner(j); p.Partners[j] < 0 && k >= 0 && p.Partners[k] < 0 {
			p.pair(j, k)
		}
	}
	for j := range p.Partners {
		if p.Partners[j] < 0 {
			p.Partners[j] = j
		}
	}
}

// noParent stands for the parent of no joint; -1 is that of roots.
const noParent = -2

// amongChildren returns the partner of a joint among the children of its parent's partner, or -1.
func (p *Pairing) amongChildren(j, others int) int {
	free := func(k int) bool { return k != j && p.Partners[k] < 0 }
	if k := p.namedPartner(j); k >= 0 && free(k) && p.s.Parent(k) == others {
		return k
	}
	// A number at the end differs, but only one child fits.
	if p.Sides[j] != Center && len(p.siblings[siblingKey{p.s.Parent(j), p.keys[j], p.Sides[j]}]) == 1 {
		found, count := -1, 0
		for _, k := range p.siblings[siblingKey{others, p.keys[j], p.Sides[j].Opposite()}] {
			p.Looked++
			if free(k) {
				found = k
				count++
			}
		}
		if count == 1 {
			return found
		}
	}
	v := p.rest.Position(j)
	off := math.Abs(p.Plane.Normal.Dot(v) - p.Plane.Offset)
	if off <= 0.1*nearPlane*p.Size && p.Sides[j] == Center {
		return j
	}
	if others != noParent {
		if k := p.nearest(p.Plane.Point(v), others, p.Sides[j].Opposite(), j); k >= 0 {
			return k
		}
	}
	if off <= nearPlane*p.Size && p.Sides[j] == Center {
		return j
	}
	return -1
}

// IsOneSided reports whether a joint belongs to one side of the body: by its name or by its
// position.
func (p *Pairing) IsOneSided(j int) bool {
	if p.Sides[j] != Center {
		return true
	}
	return math.Abs(p.Plane.Normal.Dot(p.rest.Position(j))-p.Plane.Offset) > nearPlane*p.Size
}

// IsSymmetric reports whether every joint of the rest pose is at the mirror image of its partner.
func (p *Pairing) IsSymmetric() bool {
	for j, k := range p.Partners {
		if k == j {
			continue // in the middle, or without a partner
		}
		if p.rest.Position(j).Sub(p.Plane.Point(p.rest.Position(k))).Length() > symmetric*p.Size {
			return false
		}
	}
	return true
}

// AboveAll returns which joints have every joint with a partner below them.
func (p *Pairing) AboveAll() []bool {
	first, last := len(p.Partners), -1
	for j, k := range p.Partners {
		if j != k {
			first, last = min(first, j), max(last, j)
		}
	}
	above := make([]bool, len(p.Partners))
	for j := range above {
		above[j] = last < 0 || j < first && last < p.ends[j]
	}
	return above
}
