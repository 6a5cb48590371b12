package systems

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/posestore"
)

// plane holds the points p with normal·p + distance = 0.
type plane struct {
	normal   exact.Vec3
	distance float64
}

// frustum is the part of the world that a view shows.
type frustum struct {
	planes   [6]plane   // with unit normals that point inward
	position exact.Vec3 // of the camera
	// scale is the height of an object 2 m high at distance 1, as a fraction of half the view's
	// height.
	scale float64
	// orthographicDistance replaces the distance from the camera where the view is orthographic;
	// otherwise it is 0.
	orthographicDistance float64
}

// newFrustum derives the planes from the rows of a view's matrix. The method is from G. Gribb and
// K. Hartmann, "Fast Extraction of Viewing Frustum Planes from the World-View-Projection Matrix"
// (2001).
func newFrustum(view *components.View) frustum {
	var rows [4]plane
	for r := range rows {
		m := view.Matrix[r:]
		rows[r] = plane{exact.Vec3{float64(m[0]), float64(m[4]), float64(m[8])}, float64(m[12])}
	}
	f := frustum{
		position: exact.Vec3{float64(view.Position[0]), float64(view.Position[1]), float64(view.Position[2])},
		scale:    rows[1].normal.Length(),
	}
	last := rows[3]
	for i := range 3 {
		row := rows[i]
		f.planes[2*i] = normalizedPlane(plane{last.normal.Add(row.normal), last.distance + row.distance})
		f.planes[2*i+1] = normalizedPlane(plane{last.normal.Sub(row.normal), last.distance - row.distance})
	}
	if last.normal.Length() == 0 {
		f.orthographicDistance = math.Abs(last.distance)
	}
	return f
}

// normalizedPlane returns a plane with a normal of length 1. Without a normal, as for a far plane
// at infinity, everything is inside.
func normalizedPlane(p plane) plane {
	length := p.normal.Length()
	if !(length > 0) {
		return plane{}
	}
	return plane{p.normal.Normalized(), p.distance / length}
}

// sees reports whether the view may show part of a sphere. It is true if the sphere is not finite.
func (f *frustum) sees(center exact.Vec3, radius float64) bool {
	for i := range f.planes {
		if p := &f.planes[i]; p.normal.Dot(center)+p.distance < -radius {
			return false
		}
	}
	return true
}

// size returns the apparent height of a sphere as a fraction of the view's height, whatever
// direction the camera looks in. It is infinite if the camera is inside the sphere.
func (f *frustum) size(center exact.Vec3, radius float64) float64 {
	distance := f.orthographicDistance
	if distance == 0 {
		distance = center.Sub(f.position).Length()
		if distance <= radius {
			return math.Inf(1)
		}
	}
	return float64(radius*f.scale) / distance
}

// worldSphere returns a sphere that contains s, with a margin around it, transformed by m.
func worldSphere(s assets.Sphere, m *mgl32.Mat4, margin float64) (center exact.Vec3, radius float64) {
	x := exact.Vec3{float64(m[0]), float64(m[1]), float64(m[2])}
	y := exact.Vec3{float64(m[4]), float64(m[5]), float64(m[6])}
	z := exact.Vec3{float64(m[8]), float64(m[9]), float64(m[10])}
	translation := exact.Vec3{float64(m[12]), float64(m[13]), float64(m[14])}
	center = x.Scale(float64(s.Center[0])).AddScaled(float64(s.Center[1]), y).AddScaled(float64(s.Center[2]), z).
		Add(translation)
	// The square of the largest stretch is at most the largest sum of magnitudes in a row of MᵀM.
	// It equals that sum if the axes are at right angles.
	xy, yz, zx := math.Abs(x.Dot(y)), math.Abs(y.Dot(z)), math.Abs(z.Dot(x))
	stretch := max(x.Dot(x)+xy+zx, y.Dot(y)+xy+yz, z.Dot(z)+yz+zx)
	largest := math.Sqrt(stretch)
	return center, float64(largest*float64(s.Radius)) + float64(largest*margin)
}

// setDetailSystem sets the [components.LevelOfDetail] of every character with a model, by a
// [DetailPolicy], from the position and size in each [components.View] of the world of a sphere
// that contains all the character's motions (see [assets.Model.Reach]) and those of its garments.
// It never culls a character that a view shows part of, and poses a character at once when it comes
// into view. Without a view all characters have full detail.
//
// It goes by the Transform at the beginning of the frame. [Animation.DetailByView] inserts a second
// system that goes by the Transform after the root motion, so that culling holds there too; with
// newSetDetail alone a character may be culled in the one frame that moves it into view.
// [DetailPolicy] Margin covers characters that a system moves in the frame by other means than
// RootMotion.
//
// It adds the component to characters that lack it, and so must run before [AtBindSlots];
// [Animation.DetailByView] inserts it there.
type setDetailSystem struct {
	world      *ecs.World
	policy     DetailPolicy
	viewing    arche.Filter // with a view
	without    arche.Filter // characters with a mesh, but without a level of detail
	characters arche.Filter // with a mesh and a level of detail
	views      access.Component[components.View]
	meshes     access.Component[components.SkinnedMesh]
	worn       access.Component[components.Worn]
	details    access.Component[components.LevelOfDetail]
	transforms access.Component[components.Transform]

	// What garments add to the reach of their wearers in this frame; valid for clips.
	dressed     arche.Filter // what may be a garment
	attachments access.Component[components.Attachment]
	skeletons   access.Component[components.Skeleton]
	garments    map[ecs.Entity]modelReach // by wearer
	wornReaches map[wornModel]modelReach
	worns       []wornBy

	frusta  []frustum
	lacking []ecs.Entity // characters without the component
	sorter  order.Sorter[ecs.Entity]
	reaches []modelReach   // of the models seen so far; valid for clips
	clips   []*assets.Clip // of the library
}

// modelReach is the reach of a model, and the policy's margin in units of model space. It is valid
// as long as the library holds the same clips.
type modelReach struct {
	id     assets.ModelID
	sphere assets.Sphere
	margin float64
}

// wornModel is a model of a garment, with the skeletons of its wearer, of the one that this one wears
// itself, and so on.
type wornModel struct {
	id      assets.ModelID
	wearers [mostGarments]assets.SkeletonID
}

// newSetDetail returns the system for a world. It returns an error if the policy is invalid.
func newSetDetail(world *ecs.World, policy DetailPolicy) (*setDetailSystem, error) {
	if err := policy.check(); err != nil {
		return nil, err
	}
	policy.Steps = append([]DetailStep(nil), policy.Steps...)
	s := &setDetailSystem{
		world:      world,
		policy:     policy,
		views:      access.ComponentOf[components.View](world),
		meshes:     access.ComponentOf[components.SkinnedMesh](world),
		worn:       access.ComponentOf[components.Worn](world),
		details:    access.ComponentOf[components.LevelOfDetail](world),
		transforms: access.ComponentOf[components.Transform](world),
	}
	s.attachments = access.ComponentOf[components.Attachment](world)
	s.skeletons = access.ComponentOf[components.Skeleton](world)
	s.garments, s.wornReaches = map[ecs.Entity]modelReach{}, map[wornModel]modelReach{}
	skeleton := s.skeletons.Kind.ID()
	s.dressed = arche.All(skeleton, s.meshes.Kind.ID(), s.attachments.Kind.ID())
	s.viewing = arche.All(s.views.Kind.ID())
	s.without = lacking{has: arche.All(skeleton, s.meshes.Kind.ID()), lacks: arche.All(s.details.Kind.ID())}
	s.characters = arche.All(skeleton, s.meshes.Kind.ID(), s.details.Kind.ID())
	return s, nil
}

// Name implements [ecs.System].
func (s *setDetailSystem) Name() string { return "SetDetail" }

// Run implements [ecs.System].
func (s *setDetailSystem) Run(frame *ecs.Frame) {
	s.addComponents()
	s.updateFrusta()
	s.checkReaches(frame.Library)
	s.findGarments(frame.Library)
	query, open := s.world.Query(s.characters), true
	defer func() {
		if open { // a panic came between
			query.Close()
		}
	}()
	for query.Next() {
		if detail := s.details.In(&query); !detail.Fixed {
			s.set(detail, s.reachOf(frame.Library, &query), s.transforms.In(&query))
		}
	}
	open = false
	s.detailGarments()
}

// set sets the level of detail of a character, given the reach of its models and its Transform,
// which may be nil.
func (s *setDetailSystem) set(detail *components.LevelOfDetail, reach modelReach, transform *components.Transform) {
	if reach.sphere.Radius < 0 || len(s.frusta) == 0 { // the model is empty, or there is no view
		s.policy.apply(detail, true, fullDetailSize)
		return
	}
	if transform == nil {
		transform = &atOrigin
	}
	center, radius := worldSphere(reach.sphere, &transform.Matrix, reach.margin)
	cullRadius := radius
	if !detail.Culled {
		cullRadius += float64(radius * float64(s.policy.Hysteresis))
	}
	seen, size := false, 0.0
	for i := range s.frusta {
		if f := &s.frusta[i]; f.sees(center, cullRadius) {
			seen, size = true, max(size, f.size(center, radius))
		}
	}
	for i := 0; !seen && !s.policy.Cull && i < len(s.frusta); i++ {
		size = max(size, s.frusta[i].size(center, radius))
	}
	s.policy.apply(detail, seen, size)
}

// revealMoved poses the characters after all that [AtSetDetail] culled before the frame's root
// motion, their own or that of a partner, moved them into view. It runs after [AtPlacePairs].
type revealMoved struct {
	*setDetailSystem
	moving arche.Filter
	slots  access.Component[components.PoseSlot]
}

// newRevealMoved returns the system that looks again by the policy of another one.
func newRevealMoved(system *setDetailSystem) revealMoved {
	slots := access.ComponentOf[components.PoseSlot](system.world)
	return revealMoved{system, moved{
		has: arche.All(system.details.Kind.ID(), system.meshes.Kind.ID(), system.transforms.Kind.ID(), slots.Kind.ID()),
		by: arche.All(arche.ComponentID[components.RootMotion](system.world),
			arche.ComponentID[components.Partner](system.world)),
	}, slots}
}

// moved matches entities that have all components of one mask, and one of another.
type moved struct{ has, by arche.Mask }

// Matches implements [arche.Filter].
func (f moved) Matches(bits *arche.Mask) bool {
	return bits.Contains(&f.has) && bits.ContainsAny(&f.by)
}

// revealName is the name of revealMoved in a schedule.
const revealName = "RevealMoved"

// Name implements [ecs.System].
func (revealMoved) Name() string { return revealName }

// Run implements [ecs.System].
func (s revealMoved) Run(frame *ecs.Frame) {
	if !s.policy.Cull {
		return
	}
	s.updateFrusta() // a view may follow a character
	store, revealed := storeOf(frame), false
	query, open := s.world.Query(s.moving), true
	defer func() {
		if open { // a panic came between
			query.Close()
		}
	}()
	for query.Next() {
		detail := s.details.In(&query)
		if !detail.Culled || detail.Fixed {
			continue
		}
		reach := s.reachOf(frame.Library, &query)
		if s.set(detail, reach, s.transforms.In(&query)); detail.Culled {
			continue
		}
		if pool, slot := store.Pool(query.Entity(), *s.slots.In(&query)); pool != nil {
			pool.SetLevel(slot, detail.Level)
			pool.SetSkipped(slot, false)
			store.CountCulled(-1)
			revealed = true
		}
	}
	open = false
	if revealed {
		s.revealGarments(store)
		store.Regather()
	}
}

// revealGarments poses the garments of the characters that are posed after all.
func (s revealMoved) revealGarments(store *posestore.Store) {
	for _, worn := range s.worns {
		of, slot := s.details.Get(worn.wearer), s.slots.Get(worn.garment)
		if !worn.wasCulled || of == nil || of.Culled || slot == nil {
			continue
		}
		if pool, i := store.Pool(worn.garment, *slot); pool != nil {
			pool.SetLevel(i, of.Level)
			pool.SetSkipped(i, false)
			store.CountCulled(-1)
		}
	}
	s.detailGarments()
}

// fullDetailSize is an apparent size that has full detail under every policy.
const fullDetailSize = 1e300

// atOrigin is the transform of characters that have none.
var atOrigin = components.Transform{Matrix: [16]float32{0: 1, 5: 1, 10: 1, 15: 1}}

// addComponents adds the component to the characters that lack it.
func (s *setDetailSystem) addComponents() {
	s.lacking = s.lacking[:0]
	query := s.world.Query(s.without)
	for query.Next() {
		s.lacking = append(s.lacking, query.Entity())
	}
	s.sorter.Stable(s.lacking, byNumber) // whatever the order in the world
	for _, entity := range s.lacking {
		s.details.Kind.Add(entity)
	}
}

// updateFrusta computes the frusta of the world's views.
func (s *setDetailSystem) updateFrusta() {
	s.frusta = s.frusta[:0]
	query := s.world.Query(s.viewing)
	for query.Next() {
		s.frusta = append(s.frusta, newFrustum(s.views.In(&query)))
	}
}

// reachOf returns the reach of all models of the character that a query is at, and of its garments:
// around the first of them that has one.
func (s *setDetailSystem) reachOf(library *assets.Library, query *arche.Query) modelReach {
	reach, worn := s.reach(library, s.meshes.In(query).Model), s.worn.In(query)
	if worn != nil {
		for i := range worn.Models {
			if worn.Models[i].Model != 0 {
				reach.include(s.reach(library, worn.Models[i].Model))
			}
		}
	}
	if len(s.garments) > 0 {
		if garments, wears := s.garments[query.Entity()]; wears {
			reach.include(garments)
		}
	}
	return reach
}

// include extends a reach to another one. The center stays, unless it reached nothing.
func (r *modelReach) include(other modelReach) {
	switch {
	case other.sphere.Radius < 0:
	case r.sphere.Radius < 0:
		*r = other
	default:
		apart := exact.ToVec3(other.sphere.Center).Sub(exact.ToVec3(r.sphere.Center)).Length()
		if least := apart + float64(other.sphere.Radius); least > float64(r.sphere.Radius) {
			r.sphere.Radius = math.Nextafter32(float32(least), math.MaxFloat32)
		}
	}
}

// wornBy is a garment, and the character by whose level of detail it is posed, whatever its own
// says.
type wornBy struct {
	garment, wearer ecs.Entity
	wasCulled       bool // the wearer, after SetDetail
}

// detailGarments gives the garments the level of detail of their wearers. One without has full
// detail, as its wearer has.
func (s *setDetailSystem) detailGarments() {
	for i := range s.worns {
		worn := &s.worns[i]
		detail, of := s.details.Get(worn.garment), s.details.Get(worn.wearer)
		worn.wasCulled = of != nil && of.Culled
		if detail == nil || detail.Fixed {
			continue
		}
		*detail = components.LevelOfDetail{Interval: 1}
		if of != nil {
			*detail = *of
			detail.Fixed = false
		}
	}
}

// findGarments finds what the garments of characters reach, in the space of their wearers.
func (s *setDetailSystem) findGarments(library *assets.Library) {
	clear(s.garments)
	s.worns = s.worns[:0]
	query, open := s.world.Query(s.dressed), true
	defer func() {
		if open { // a panic came between
			query.Close()
		}
	}()
	for query.Next() {
		var worn wornModel
		wearer := ecs.Entity{}
		attachment := s.attachments.In(&query)
		for n := 0; n < mostGarments && attachment != nil && attachment.Joint == components.EveryJoint &&
			ecs.IsAlive(s.world, attachment.Target); n++ {
			skeleton := s.skeletons.Get(attachment.Target)
			if skeleton == nil {
				break
			}
			wearer, worn.wearers[n] = attachment.Target, skeleton.ID
			attachment = s.attachments.Get(wearer)
		}
		if wearer.IsZero() {
			continue
		}
		s.worns = append(s.worns, wornBy{garment: query.Entity(), wearer: wearer})
		reach, has := s.garments[wearer]
		if !has {
			reach.sphere.Radius = -1
		}
		worn.id = s.meshes.In(&query).Model
		reach.include(s.wornReach(library, &worn))
		if models := s.worn.In(&query); models != nil {
			for i := range models.Models {
				worn.id = models.Models[i].Model
				reach.include(s.wornReach(library, &worn))
			}
		}
		s.garments[wearer] = reach
	}
	open = false
}

// wornReach returns the reach of a model of a garment.
func (s *setDetailSystem) wornReach(library *assets.Library, worn *wornModel) modelReach {
	reach, known := s.wornReaches[*worn]
	if known {
		return reach
	}
	if reach = s.reach(library, worn.id); reach.sphere.Radius >= 0 {
		var wearers []*assets.Skeleton
		for _, id := range worn.wearers {
			if skeleton := library.Skeleton(id); skeleton != nil {
				wearers = append(wearers, skeleton)
			}
		}
		reach.sphere = library.Model(worn.id).Reach(library, wearers...)
	}
	s.wornReaches[*worn] = reach
	return reach
}

// reach returns the reach of a model, with radius -1 if there is no such model. The model asked for
// last is first in the list, because characters of the same model often follow each other.
func (s *setDetailSystem) reach(library *assets.Library, id assets.ModelID) modelReach {
	if len(s.reaches) > 0 && s.reaches[0].id == id {
		return s.reaches[0]
	}
	for i := range s.reaches {
		if s.reaches[i].id == id {
			s.reaches[0], s.reaches[i] = s.reaches[i], s.reaches[0]
			return s.reaches[0]
		}
	}
	reach := modelReach{id: id, sphere: assets.Sphere{Radius: -1}}
	if model := library.Model(id); model != nil {
		reach.sphere, reach.margin = model.Reach(library), float64(s.policy.Margin)
		if skeleton := library.Skeleton(model.Skeleton); skeleton != nil {
			reach.margin /= skeleton.MetersPerUnit()
		}
	}
	s.reaches = append(s.reaches, reach)
	return reach
}

// checkReaches discards the reaches if the library's clips have changed.
func (s *setDetailSystem) checkReaches(library *assets.Library) {
	n, same := 0, true
	for clip := range library.Clips {
		if n == len(s.clips) {
			s.clips, same = append(s.clips, nil), false
		}
		if s.clips[n] != clip {
			s.clips[n], same = clip, false
		}
		n++
	}
	if n != len(s.clips) {
		clear(s.clips[n:])
		s.clips, same = s.clips[:n], false
	}
	if !same {
		s.reaches = s.reaches[:0]
		clear(s.wornReaches)
	}
}
