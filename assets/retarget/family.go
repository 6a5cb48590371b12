package retarget

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/order"
)

// family is what the names of the joints, or of the bones, of two skeletons say about their
// relation.
type family struct {
	from, to *rig.Skeleton
	byBones  bool     // only the bones of two humanoids are related, and what is between them
	size     int      // the joints of the smaller skeleton, or the bones of the humanoid with fewer
	pairs    [][2]int // source and target, in the order of the target's joints
	fromOf   []int    // by joint of the target, or -1
	toOf     []int    // by joint of the source, or -1
	equal    int      // pairs with equal names; the others' are near
}

// Limits of the search for families.
const (
	// familyShare is the part of the smaller skeleton's joints that must have a partner.
	familyShare = 0.7
	// fewestPairs is the number of joints below which names prove nothing.
	fewestPairs = 5
	// mostSiblings is the number of children of a joint up to which near names are compared.
	mostSiblings = 32
)

// findFamily pairs the joints of two skeletons that have equal names, names that differ in
// prefixes, separators and a number at the end, or near names below partners. The joint above a
// joint with a partner that has one itself is the partner of the one above the partner; pairs that
// contradict this are left out. Names that say nothing, such as bone_12, only count where both
// hierarchies are the same.
func findFamily(from, to *rig.Skeleton) *family {
	f := newFamily(from, to, min(from.Len(), to.Len()))
	telling := sameHierarchy(from, to)
	isTelling := func(s *rig.Skeleton, j int) bool { return telling || tells(s.JointName(j)) }
	for k := range to.Len() {
		name := to.JointName(k)
		if j, ok := from.Find(name); ok && f.toOf[j] < 0 && isTelling(to, k) {
			f.fromOf[k], f.toOf[j] = j, k
		}
	}
	f.pairKeys(isTelling)
	f.dropCrossed()
	f.pairNear(isTelling)
	f.list(func(j, k int) bool { return from.JointName(j) == to.JointName(k) })
	return f
}

func newFamily(from, to *rig.Skeleton, size int) *family {
	return &family{from: from, to: to, size: size, fromOf: filled(to.Len(), -1), toOf: filled(from.Len(), -1)}
}

// list lists the pairs, and counts those that are equal.
func (f *family) list(isEqual func(j, k int) bool) {
	for k, j := range f.fromOf {
		if j < 0 {
			continue
		}
		f.pairs = append(f.pairs, [2]int{j, k})
		if isEqual(j, k) {
			f.equal++
		}
	}
}

// familyOfBones pairs the joints that are the same bone of two humanoids, whatever their names, and
// the joints between two bones where there are as many of them in both. Bones of which one hangs on
// another bone than its partner are left out.
func familyOfBones(from, to *bones) *family {
	counts := [2]int{}
	f := newFamily(from.Skeleton(), to.Skeleton(), 0)
	f.byBones = true
	isBone := map[int]bool{} // joints of the target
	for b := range anatomy.Bone(anatomy.BoneCount) {
		j, k := from.joint(b), to.joint(b)
		if j >= 0 {
			counts[0]++
		}
		if k >= 0 {
			counts[1]++
		}
		if j >= 0 && k >= 0 {
			f.fromOf[k], f.toOf[j], isBone[k] = j, k, true
		}
	}
	f.size = min(counts[0], counts[1])
	f.dropCrossed()
	for k := range f.to.Len() {
		if f.fromOf[k] >= 0 && isBone[k] {
			f.pairBetween(f.fromOf[k], k)
		}
	}
	f.list(func(_, k int) bool { return isBone[k] })
	return f
}

// pairBetween pairs the joints between two partners and the nearest partners above them, if there
// are as many in both skeletons.
func (f *family) pairBetween(j, k int) {
	between := func(s *rig.Skeleton, joint int, partners []int) (list []int, end int) {
		for joint = s.Parent(joint); joint >= 0 && partners[joint] < 0; joint = s.Parent(joint) {
			list = append(list, joint)
		}
		return list, joint
	}
	a, endA := between(f.from, j, f.toOf)
	b, endB := between(f.to, k, f.fromOf)
	if endA < 0 || endB < 0 || f.toOf[endA] != endB || len(a) != len(b) {
		return
	}
	for i := range a {
		f.toOf[a[i]], f.fromOf[b[i]] = b[i], a[i]
	}
}

func filled(n, value int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = value
	}
	return list
}

// sameHierarchy reports whether two skeletons have joints of the same names with the same parents.
func sameHierarchy(a, b *rig.Skeleton) bool {
	if a.Len() != b.Len() {
		return false
	}
	for j := range a.Len() {
		if a.Parent(j) != b.Parent(j) || a.JointName(j) != b.JointName(j) {
			return false
		}
	}
	return true
}

// tells reports whether a name has a word that is more than a number, a side or a prefix.
func tells(name string) bool {
	for _, t := range anatomy.SplitName(name) {
		if t.Side == anatomy.Center && !anatomy.IsNumber(t.Text) && len(t.Text) > 1 && !anatomy.Prefixes[t.Text] &&
			t.Text != "node" {
			return true
		}
	}
	return false
}

// familyKey returns a name in small letters, with its words apart, and without prefixes and the
// number that programs append to a name that is taken, such as .001.
func familyKey(name string) string {
	tokens := anatomy.SplitName(name)
	for len(tokens) > 1 && anatomy.Prefixes[tokens[0].Text] {
		tokens = tokens[1:]
	}
	if last := len(tokens) - 1; last > 0 && anatomy.IsNumber(tokens[last].Text) && len(tokens[last].Text) == 3 {
		tokens = tokens[:last]
	}
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Text
		if t.Side != anatomy.Center {
			words[i] = [...]string{"", "left", "right"}[t.Side]
		}
	}
	return strings.Join(words, " ")
}

// pairKeys pairs the joints that alone have their key on either side.
func (f *family) pairKeys(isTelling func(*rig.Skeleton, int) bool) {
	const several = -2
	collect := func(s *rig.Skeleton, partners []int) map[string]int {
		m := map[string]int{}
		for j := range s.Len() {
			if partners[j] >= 0 || !isTelling(s, j) {
				continue
			}
			key := familyKey(s.JointName(j))
			if _, taken := m[key]; taken {
				m[key] = several
			} else {
				m[key] = j
			}
		}
		return m
	}
	from, to := collect(f.from, f.toOf), collect(f.to, f.fromOf)
	for key, j := range from {
		if k, ok := to[key]; ok && j != several && k != several {
			f.toOf[j], f.fromOf[k] = k, j
		}
	}
}

// dropCrossed leaves out the pairs whose nearest ancestors with partners are not partners.
func (f *family) dropCrossed() {
	aboveFrom, aboveTo := filled(f.from.Len(), -1), filled(f.to.Len(), -1)
	for j := range f.from.Len() {
		if p := f.from.Parent(j); p >= 0 {
			if aboveFrom[j] = p; f.toOf[p] < 0 {
				aboveFrom[j] = aboveFrom[p]
			}
		}
	}
	// In the order of the target, in which parents come first. An ancestor that was left out counts
	// no longer, so that one joint in another place does not take its descendants along.
	for k := range f.to.Len() {
		if p := f.to.Parent(k); p >= 0 {
			if aboveTo[k] = p; f.fromOf[p] < 0 {
				aboveTo[k] = aboveTo[p]
			}
		}
		j := f.fromOf[k]
		if j < 0 {
			continue
		}
		above := aboveFrom[j]
		for above >= 0 && f.toOf[above] < 0 {
			above = aboveFrom[above]
		}
		want := -1
		if above >= 0 {
			want = f.toOf[above]
		}
		if want != aboveTo[k] {
			f.fromOf[k], f.toOf[j] = -1, -1
		}
	}
}

// pairNear pairs the children of partners whose names are near and of the same side, the nearest
// first.
func (f *family) pairNear(isTelling func(*rig.Skeleton, int) bool) {
	childrenFrom, childrenTo := childrenOf(f.from), childrenOf(f.to)
	for k := range f.to.Len() {
		j := f.fromOf[k]
		if j < 0 || len(childrenFrom[j]) > mostSiblings || len(childrenTo[k]) > mostSiblings {
			continue
		}
		for {
			best, from, to := math.MaxInt, -1, -1
			for _, a := range childrenFrom[j] {
				for _, b := range childrenTo[k] {
					if f.toOf[a] >= 0 || f.fromOf[b] >= 0 || !isTelling(f.from, a) || !isTelling(f.to, b) {
						continue
					}
					if d, near := nearness(f.from.JointName(a), f.to.JointName(b)); near && d < best {
						best, from, to = d, a, b
					}
				}
			}
			if from < 0 {
				break
			}
			f.toOf[from], f.fromOf[to] = to, from
		}
	}
}

// longestName is the number of bytes up to which names are compared letter by letter.
const longestName = 64

// nearness returns the number of letters by which two names differ, and whether they are near: of
// the same side and with the same numbers, and different in a quarter of their letters at most.
func nearness(a, b string) (distance int, near bool) {
	if len(a) > longestName || len(b) > longestName || anatomy.NameSide(a) != anatomy.NameSide(b) {
		return 0, false
	}
	x, y := familyKey(a), familyKey(b)
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, s)
	}
	if digits(x) != digits(y) {
		return 0, false
	}
	d := names.Distance(x, y)
	return d, 4*d <= min(len(x), len(y))
}

func childrenOf(s *rig.Skeleton) [][]int {
	children := make([][]int, s.Len())
	for j := range s.Len() {
		if p := s.Parent(j); p >= 0 {
			children[p] = append(children[p], j)
		}
	}
	return children
}

// confidence returns how sure it is that both skeletons are of one family, 0 to 1: the part of the
// smaller skeleton's joints with a partner. Near names count a little less than equal ones.
func (f *family) confidence() float64 {
	return (float64(f.equal) + float64(0.9*float64(len(f.pairs)-f.equal))) / float64(f.size)
}

func (f *family) isOne() bool { return len(f.pairs) >= fewestPairs && f.confidence() >= familyShare }

// relation describes the pairs.
func (f *family) relation() string {
	near := ""
	if n := len(f.pairs) - f.equal; n > 0 {
		near = fmt.Sprintf(" and %d near names", n)
	}
	return fmt.Sprintf("by %d equal%s of %d joints", f.equal, near, f.size)
}

// whyNot describes why the skeletons are of no family.
func (f *family) whyNot() string {
	s, partners := f.from, f.toOf
	other := f.to
	if f.to.Len() < f.from.Len() {
		s, partners, other = f.to, f.fromOf, f.from
	}
	first := ""
	for j, k := range partners {
		if k >= 0 || !tells(s.JointName(j)) {
			continue
		}
		first = fmt.Sprintf("; joint %q of %q has no partner in %q", s.JointName(j), s.Name(), other.Name())
		if _, ok := other.Find(s.JointName(j)); ok {
			first += ", where that name is in another place of the hierarchy"
		} else if list := names.Near(s.JointName(j), jointNames(other)); len(list) > 0 {
			first += fmt.Sprintf(", the nearest name there is %q", list[0])
		}
		break
	}
	need := int(math.Ceil(familyShare * float64(f.size)))
	return fmt.Sprintf("expected equal or near names of at least %d of the %d joints in one hierarchy to relate "+
		"%q and %q as one family, found %d%s", max(need, fewestPairs), f.size, f.from.Name(), f.to.Name(),
		len(f.pairs), first)
}

func jointNames(s *rig.Skeleton) []string {
	list := make([]string, s.Len())
	for j := range list {
		list[j] = s.JointName(j)
	}
	return list
}

// sameAxes reports whether the joints of both skeletons have the same axes, as far as the offsets
// of the bones tell: they are the same in every pose. Then a rotation of a joint relative to its
// parent means the same in both.
func (f *family) sameAxes() bool {
	if !f.isOne() {
		return false
	}
	offset := func(s *rig.Skeleton, j int) exact.Vec3 { return exact.ToVec3(s.Rest(j).Translation) }
	longest := 0.0
	for _, p := range f.pairs {
		if f.parentsAreOne(p) {
			longest = max(longest, offset(f.from, p[0]).Length())
		}
	}
	same, other := 0, 0
	for _, p := range f.pairs {
		x, y := offset(f.from, p[0]), offset(f.to, p[1])
		switch {
		case anatomy.WordOf(f.from.JointName(p[0])).Helper: // controls are where the pose needs them
		case f.from.Parent(p[0]) < 0 || !f.parentsAreOne(p) || x.Length() < 0.01*longest || y.Length() == 0:
		case anatomy.AngleBetween(x, y) < 0.35: // 20 degrees
			same++
		default:
			other++
		}
	}
	return same > 4*other
}

// build returns the factor between the lengths of the bones, source to target, and whether the
// bodies are the same but for it: three of four bones have the same offset. Others may be those of
// a frame in which limbs stretch.
func (f *family) build() (factor float64, same bool) {
	var factors []float64
	measure := func(visit func(x, y exact.Vec3)) {
		for _, p := range f.pairs {
			x, y := exact.ToVec3(f.from.Rest(p[0]).Translation), exact.ToVec3(f.to.Rest(p[1]).Translation)
			if f.from.Parent(p[0]) >= 0 && f.parentsAreOne(p) && !anatomy.WordOf(f.from.JointName(p[0])).Helper &&
				x.Length() > 0 {
				visit(x, y)
			}
		}
	}
	measure(func(x, y exact.Vec3) { factors = append(factors, y.Length()/x.Length()) })
	if len(factors) == 0 {
		return 0, false
	}
	order.Floats(factors)
	factor = factors[len(factors)/2]
	equal := 0
	measure(func(x, y exact.Vec3) {
		if y.AddScaled(-factor, x).Length() <= float64(0.005*y.Length()) {
			equal++
		}
	})
	return factor, factor > 0 && 4*equal >= 3*len(factors)
}

// parentsAreOne reports whether the joints above two partners are partners, or have the same name
// that says nothing.
func (f *family) parentsAreOne(p [2]int) bool {
	a, b := f.from.Parent(p[0]), f.to.Parent(p[1])
	if a < 0 || b < 0 {
		return a == b
	}
	return f.toOf[a] == b || f.toOf[a] < 0 && f.fromOf[b] < 0 && f.from.JointName(a) == f.to.JointName(b)
}
