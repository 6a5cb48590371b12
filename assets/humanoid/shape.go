package humanoid

import (
	"math"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/internal/exact"
)

// byShape finds the bones that names did not give, from the rest pose and the mirror images in it.
func (f *finder) byShape() {
	p := anatomy.NewPairing(f.s, f.rest)
	f.pairs = p
	p.FindPlane()
	p.FindPartners()
	f.findUp(p)
	leaves := f.leaves(p)
	f.legsByShape(p, leaves)
	f.armsByShape(p, leaves)
}

// findUp finds the direction from the feet to the head: the axis of model space along which the
// skeleton is longest across the mirror plane's normal, in the direction of the joints of the
// middle.
func (f *finder) findUp(p *anatomy.Pairing) {
	a, b := f.joint(anatomy.UpperLeg.On(anatomy.Left)), f.joint(anatomy.Foot.On(anatomy.Left))
	if a >= 0 && b >= 0 {
		f.up = anatomy.SnapToAxis(f.rest.Position(a).Sub(f.rest.Position(b)).Normalized())
		if f.up[0]+f.up[1]+f.up[2] == 1 || f.up[0]+f.up[1]+f.up[2] == -1 {
			return
		}
	}
	least, greatest := f.rest.Box()
	extent := greatest.Sub(least)
	axis := -1
	for _, c := range [3]int{1, 2, 0} {
		if math.Abs(p.Plane.Normal[c]) < 0.6 && (axis < 0 || extent[c] > 1.1*extent[axis]) {
			axis = c
		}
	}
	mean, count := 0.0, 0
	for j, k := range p.Partners {
		if j == k && f.s.Parent(j) >= 0 {
			mean += f.rest.Position(j)[axis]
			count++
		}
	}
	f.up = exact.Vec3{}
	f.up[axis] = 1
	if count > 0 && mean/float64(count) < 0.5*(least[axis]+greatest[axis]) {
		f.up[axis] = -1
	}
}

// leaves returns the joints without children that have a partner, with the joint on the positive
// side of the plane.
func (f *finder) leaves(p *anatomy.Pairing) []int {
	var list []int
	for j, k := range p.Partners {
		if len(p.Children[j]) == 0 && j != k && p.Plane.Normal.Dot(f.rest.Position(j)) > p.Plane.Offset {
			list = append(list, j)
		}
	}
	return list
}

func (f *finder) height(j int) float64 { return f.up.Dot(f.rest.Position(j)) }

// legsByShape finds the legs: the chains that end lowest.
func (f *finder) legsByShape(p *anatomy.Pairing, leaves []int) {
	if f.has[anatomy.UpperLeg] && f.has[anatomy.LowerLeg] && f.has[anatomy.Foot] &&
		f.has[anatomy.UpperLeg.On(anatomy.Right)] && f.has[anatomy.LowerLeg.On(anatomy.Right)] {
		return
	}
	lowest := -1
	for _, j := range leaves {
		if lowest < 0 || f.height(j) < f.height(lowest) {
			lowest = j
		}
	}
	if lowest < 0 {
		return
	}
	above := anatomy.CommonAncestor(f.s, lowest, p.Partners[lowest])
	if above < 0 {
		return
	}
	path := anatomy.PathBetween(f.s, above, lowest)
	if len(path) < 2 {
		return
	}
	if len(path) > 3 { // a joint at the hips that only carries the leg
		first := f.rest.Position(path[0]).Sub(f.rest.Position(path[1])).Length()
		if first < 0.1*f.rest.Position(path[0]).Sub(f.rest.Position(lowest)).Length() {
			path = path[1:]
		}
	}
	// The ankle is the first joint in the lowest sixth of the leg; the knee is nearest to the
	// middle above it.
	top, bottom := f.height(path[0]), f.height(lowest)
	ankle := len(path) - 1
	for i := len(path) - 1; i >= 2; i-- {
		if f.height(path[i])-bottom < (top-bottom)/5 {
			ankle = i
		}
	}
	knee := f.middle(path[:ankle+1])
	s := f.sideOf(p, path, ankle)
	const why = "the chain to the lowest joints"
	for _, on := range [2]anatomy.Side{s, s.Opposite()} {
		f.offer(anatomy.UpperLeg.On(on), path[0], why)
		f.offer(anatomy.LowerLeg.On(on), path[knee], why)
		if ankle > knee {
			f.offer(anatomy.Foot.On(on), path[ankle], why)
		}
		if ankle+1 < len(path) {
			f.offer(anatomy.Toes.On(on), path[ankle+1], why)
		}
		path = partnersOf(p, path)
	}
	if !f.has[anatomy.Hips] {
		f.offer(anatomy.Hips, above, "where the legs meet")
	}
}

// offer sets a bone that is not set yet.
func (f *finder) offer(b anatomy.Bone, j int, why string) {
	if !f.has[b] && !f.isBone(j) {
		f.set(b, j, 0.6, why)
	}
}

func (f *finder) isBone(j int) bool {
	for b, has := range f.has {
		if has && f.matches[b].Joint == j {
			return true
		}
	}
	return false
}

func partnersOf(p *anatomy.Pairing, joints []int) []int {
	list := make([]int, len(joints))
	for i, j := range joints {
		list[i] = p.Partners[j]
	}
	return list
}

// middle returns the index in a path of the inner joint that is nearest to the middle of its ends,
// or 1.
func (f *finder) middle(path []int) int {
	if len(path) < 3 {
		return 1
	}
	from, to := f.rest.Position(path[0]), f.rest.Position(path[len(path)-1])
	best, found := math.Inf(1), 1
	for i := 1; i < len(path)-1; i++ {
		if d := f.rest.Position(path[i]).Sub(from.Lerp(to, 0.5)).Length(); d < best {
			best, found = d, i
		}
	}
	return found
}

// sideOf returns the side of a leg: by names, or by the direction in which the foot points.
func (f *finder) sideOf(p *anatomy.Pairing, path []int, ankle int) anatomy.Side {
	for _, j := range path {
		if p.Sides[j] != anatomy.Center {
			return p.Sides[j]
		}
	}
	forward := exact.Vec3{}
	if ankle+1 < len(path) {
		forward = f.rest.Position(path[len(path)-1]).Sub(f.rest.Position(path[ankle]))
		forward = forward.AddScaled(-forward.Dot(f.up), f.up)
	}
	if forward.Length() < 0.01*f.size { // no feet: toward +Z, as in glTF, or -Y with Z up
		forward = exact.Vec3{0, 0, 1}
		if math.Abs(f.up[2]) > 0.5 {
			forward = exact.Vec3{0, -1, 0}
		}
	}
	if f.up.Cross(forward).Dot(p.Plane.Normal) > 0 {
		return anatomy.Left
	}
	return anatomy.Right
}

// armsByShape finds the arms: the chains that end farthest to the sides and are not the legs.
func (f *finder) armsByShape(p *anatomy.Pairing, leaves []int) {
	if f.has[anatomy.UpperArm] && f.has[anatomy.LowerArm] && f.has[anatomy.Hand] &&
		f.has[anatomy.UpperArm.On(anatomy.Right)] && f.has[anatomy.LowerArm.On(anatomy.Right)] {
		return
	}
	leg := f.joint(anatomy.UpperLeg)
	if leg < 0 {
		return
	}
	outermost := -1
	reach := func(j int) float64 { return p.Plane.Normal.Dot(f.rest.Position(j)) }
	for _, j := range leaves {
		if f.below(j, leg) || f.below(j, p.Partners[leg]) || f.isBone(j) {
			continue
		}
		if outermost < 0 || reach(j) > reach(outermost) {
			outermost = j
		}
	}
	if outermost < 0 {
		return
	}
	ground := f.height(leg)
	for _, j := range leaves {
		ground = min(ground, f.height(j))
	}
	if f.height(outermost)-ground < 0.2*(f.height(leg)-ground) { // another leg
		return
	}
	above := anatomy.CommonAncestor(f.s, outermost, p.Partners[outermost])
	if above < 0 {
		return
	}
	path := anatomy.PathBetween(f.s, above, outermost)
	// The hand is where fingers branch off, or the end.
	wrist := len(path) - 1
	for i := 2; i < len(path); i++ {
		chains := 0
		for _, child := range p.Children[path[i]] {
			if len(p.Children[child]) > 0 {
				chains++
			}
		}
		if chains > 1 {
			wrist = i
			break
		}
	}
	path = path[:wrist+1]
	if len(path) < 3 {
		return
	}
	s := anatomy.Left
	legSide := f.matches[anatomy.UpperLeg].Joint
	if (p.Plane.Normal.Dot(f.rest.Position(legSide)) > p.Plane.Offset) != (reach(outermost) > p.Plane.Offset) {
		s = anatomy.Right
	}
	if p.Sides[outermost] != anatomy.Center {
		s = p.Sides[outermost]
	}
	const why = "the chain to the outermost joints"
	elbow := f.middle(path)
	upper := elbow - 1
	for _, on := range [2]anatomy.Side{s, s.Opposite()} {
		if len(path) > 3 && elbow == 1 { // four joints whose first bone is long
			upper = 0
		}
		if upper > 0 {
			f.offer(anatomy.Shoulder.On(on), path[upper-1], why)
		}
		f.offer(anatomy.UpperArm.On(on), path[upper], why)
		f.offer(anatomy.LowerArm.On(on), path[elbow], why)
		f.offer(anatomy.Hand.On(on), path[len(path)-1], why)
		path = partnersOf(p, path)
	}
}

// trunk finds hips, spine, neck and head: between the legs, the arms and the top.
func (f *finder) trunk() {
	a, b := f.joint(anatomy.UpperLeg), f.joint(anatomy.UpperLeg.On(anatomy.Right))
	if a >= 0 && b >= 0 {
		meet := anatomy.CommonAncestor(f.s, a, b)
		// Hips that are beside the legs do not carry them; the joint above both does.
		if h := f.joint(anatomy.Hips); meet >= 0 && (h < 0 ||
			!anatomy.IsBelow(f.s, a, h) && anatomy.IsBelow(f.s, h, meet)) {
			f.set(anatomy.Hips, meet, 0.9, "where the legs meet")
		}
	}
	h := f.joint(anatomy.Hips)
	top := -1
	if a, b := f.joint(anatomy.UpperArm), f.joint(anatomy.UpperArm.On(anatomy.Right)); a >= 0 && b >= 0 {
		top = anatomy.CommonAncestor(f.s, a, b)
	}
	for top > h && f.words[top].Stem == "neck" { // Biped's arms hang from the neck
		top = f.s.Parent(top)
	}
	if h < 0 || top < 0 {
		return
	}
	if f.joint(anatomy.Head) < 0 {
		f.headByShape(top)
	}
	path := anatomy.PathBetween(f.s, h, top)
	if path == nil { // hips and spine are siblings: the spine begins below their parent
		path = anatomy.PathBetween(f.s, f.s.Parent(h), top)
	}
	spines := []anatomy.Bone{anatomy.Spine, anatomy.Chest, anatomy.UpperChest}
	if len(path) > 3 { // the lowest, one of the middle, and the top
		path = []int{path[0], path[len(path)/2], path[len(path)-1]}
	}
	for i, j := range path {
		if !f.isBone(j) {
			f.set(spines[i], j, 0.9, "between hips and arms")
		}
	}
	if k := f.joint(anatomy.Head); k >= 0 {
		necks := anatomy.PathBetween(f.s, top, k)
		if len(necks) > 1 && !f.isBone(necks[0]) {
			f.set(anatomy.Neck, necks[0], 0.9, "between arms and head")
		}
	}
}

// headByShape finds the head: the highest joint of the middle above the arms.
func (f *finder) headByShape(top int) {
	found := -1
	for j := top + 1; j < f.ends[top]; j++ {
		arm := false
		for _, s := range [2]anatomy.Side{anatomy.Left, anatomy.Right} {
			for _, b := range [...]anatomy.Bone{anatomy.Shoulder, anatomy.UpperArm} {
				k := f.joint(b.On(s))
				arm = arm || k >= 0 && (j == k || f.below(j, k))
			}
		}
		if !arm && !f.words[j].Helper && f.words[j].Side == anatomy.Center &&
			(found < 0 || f.height(j) > f.height(found)+float64(1e-4*f.size)) {
			found = j
		}
	}
	if found >= 0 && !f.isBone(found) {
		f.set(anatomy.Head, found, 0.6, "the top of the middle")
	}
}

// standsOnHands reports whether the hands are near the ground in the rest pose, as the front paws
// of animals are.
func (f *finder) standsOnHands() bool {
	h, l, r := f.joint(anatomy.Hips), f.joint(anatomy.Hand), f.joint(anatomy.Foot)
	if h < 0 || l < 0 || r < 0 {
		return false
	}
	ground := math.Inf(1)
	for j := range f.s.Len() {
		ground = min(ground, f.height(j))
	}
	return f.height(l)-ground < 0.3*(f.height(h)-ground)
}
