package systems

import (
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// SetDetail sets the [components.LevelOfDetail] of every character with a model, by a [DetailPolicy], from how the world's
// [components.View]s see the ball that all its motions stay in (see [assets.Model.Reach]): a character of which a view sees
// anything is never culled, and one that comes into sight is posed at once. It adds the component where it is missing, and so
// stands before [BindSlots]; [Animation.DetailByView] puts it there. Without a view all have full detail.
type SetDetail struct {
	world      *ecs.World
	policy     DetailPolicy
	views      *generic.Filter1[components.View]
	without    *generic.Filter2[components.Skeleton, components.SkinnedMesh]
	characters *detailFilter
	details    generic.Map1[components.LevelOfDetail]

	frusta  []frustum
	lacking []ecs.Entity
	reaches []modelReach
	clips   []*assets.Clip // that the reaches are for
}

type detailFilter = generic.Filter3[components.SkinnedMesh, components.LevelOfDetail, components.Transform]

// modelReach is the reach of a model, for as long as the library holds the same clips.
type modelReach struct {
	id     assets.ModelID
	sphere assets.Sphere
}

// NewSetDetail returns the system for a world. The error says what is wrong with the policy.
func NewSetDetail(world *ecs.World, policy DetailPolicy) (*SetDetail, error) {
	if err := policy.check(); err != nil {
		return nil, err
	}
	policy.Steps = append([]DetailStep(nil), policy.Steps...)
	return &SetDetail{
		world:   world,
		policy:  policy,
		views:   generic.NewFilter1[components.View](),
		without: generic.NewFilter2[components.Skeleton, components.SkinnedMesh]().Without(generic.T1[components.LevelOfDetail]()...),
		characters: generic.NewFilter3[components.SkinnedMesh, components.LevelOfDetail, components.Transform]().
			Optional(generic.T1[components.Transform]()...).With(generic.T1[components.Skeleton]()...),
		details: generic.NewMap1[components.LevelOfDetail](world),
	}, nil
}

// DetailByView has the characters' level of detail set in every frame from now on, by a [SetDetail] that comes first of the
// systems. The error says what is wrong with the policy, or that this was done before.
func (a *Animation) DetailByView(policy DetailPolicy) error {
	system, err := NewSetDetail(a.world, policy)
	if err != nil {
		return err
	}
	return a.schedule.InsertBefore("BindSlots", system)
}

// Name implements [ecs.System].
func (s *SetDetail) Name() string { return "SetDetail" }

// Run implements [ecs.System].
func (s *SetDetail) Run(frame *ecs.Frame) {
	s.addComponents()
	s.look()
	s.forgetOutdated(frame.Library)
	query := s.characters.Query(s.world)
	for query.Next() {
		mesh, detail, transform := query.Get()
		if detail.Fixed {
			continue
		}
		reach := s.reach(frame.Library, mesh.Model)
		if reach.Radius < 0 || len(s.frusta) == 0 { // nothing to see, or nobody who looks
			s.policy.set(detail, true, inSight)
			continue
		}
		if transform == nil {
			transform = &unplaced
		}
		center, radius := placed(reach, &transform.Matrix, s.policy.Margin)
		edge := radius
		if !detail.Culled {
			edge += float64(radius * float64(s.policy.Hysteresis))
		}
		seen, size := false, 0.0
		for i := range s.frusta {
			if f := &s.frusta[i]; f.sees(center, edge) {
				seen, size = true, max(size, f.size(center, radius))
			}
		}
		for i := 0; !seen && !s.policy.Cull && i < len(s.frusta); i++ {
			size = max(size, s.frusta[i].size(center, radius))
		}
		s.policy.set(detail, seen, size)
	}
}

// inSight is the size of what has full detail whatever the policy.
const inSight = 1e300

// unplaced is where characters are that have no transform.
var unplaced = components.Transform{Matrix: [16]float32{0: 1, 5: 1, 10: 1, 15: 1}}

// addComponents gives characters their component.
func (s *SetDetail) addComponents() {
	s.lacking = s.lacking[:0]
	query := s.without.Query(s.world)
	for query.Next() {
		s.lacking = append(s.lacking, query.Entity())
	}
	for _, entity := range s.lacking {
		s.details.Add(entity)
	}
}

// look takes down what the views see.
func (s *SetDetail) look() {
	s.frusta = s.frusta[:0]
	query := s.views.Query(s.world)
	for query.Next() {
		s.frusta = append(s.frusta, newFrustum(query.Get()))
	}
}

// reach returns the reach of a model, empty for none. Characters of the same model mostly come one after the other.
func (s *SetDetail) reach(library *assets.Library, id assets.ModelID) assets.Sphere {
	if len(s.reaches) > 0 && s.reaches[0].id == id {
		return s.reaches[0].sphere
	}
	for i := range s.reaches {
		if s.reaches[i].id == id {
			s.reaches[0], s.reaches[i] = s.reaches[i], s.reaches[0]
			return s.reaches[0].sphere
		}
	}
	sphere := assets.Sphere{Radius: -1}
	if model := library.Model(id); model != nil {
		sphere = model.Reach(library)
	}
	s.reaches = append(s.reaches, modelReach{id, sphere})
	return sphere
}

// forgetOutdated has the reaches measured anew when the library's clips have changed.
func (s *SetDetail) forgetOutdated(library *assets.Library) {
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
	}
}
