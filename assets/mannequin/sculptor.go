package mannequin

import (
	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// body is the shape of the mannequin, with the joints that move it.
type body struct {
	rest  *posing.RestPose
	field *isosurface.Field
	skin  map[*isosurface.Solid]solidSkin
}

// solidSkin describes how the skin over a solid is bound to joints.
type solidSkin struct {
	binding *binding
	spread  float64 // standard deviation in meters by which the weights spread along the surface
}

// sculptor collects the solids of the left half of the body.
type sculptor struct {
	rest   *posing.RestPose
	frame  posing.Joint // points are given in the frame of this joint
	skin   solidSkin
	cell   int // see [isosurface.Solid]
	solids map[string]*isosurface.Solid
	groups []*isosurface.Group
	skins  map[*isosurface.Solid]solidSkin
}

// newBody returns the body in the rest pose. Parts are added from the trunk outward, because groups
// refer to solids by name.
func newBody(rest *posing.RestPose) *body {
	s := newSculptor(rest)
	s.trunk()
	s.head()
	s.arm()
	s.hand()
	s.leg()
	s.foot()
	return s.body(
		isosurface.Detail{Center: chestMark, Radius: 0.045, Cell: 1},
		isosurface.Detail{Center: rest.Position[posing.Shin], Radius: 0.085, Cell: 2},
		isosurface.Detail{Center: rest.Position[posing.Forearm], Radius: 0.07, Cell: 2},
	)
}

// newSculptor returns a sculptor without solids, for a rest pose.
func newSculptor(rest *posing.RestPose) *sculptor {
	return &sculptor{rest: rest, solids: map[string]*isosurface.Solid{}, skins: map[*isosurface.Solid]solidSkin{}}
}

// body returns the body of the groups so far.
func (s *sculptor) body(details ...isosurface.Detail) *body {
	return &body{rest: s.rest, field: isosurface.NewField(s.groups, details), skin: s.skins}
}

// startPart sets the joint in whose frame points are given, and the binding, cell size and weight
// spread of the next solids.
//
//go:noinline // at its many calls it would be larger
func (s *sculptor) startPart(frame posing.Joint, binding *binding, cell int, spread float64) {
	s.frame, s.skin, s.cell = frame, solidSkin{binding, spread}, cell
}

func (s *sculptor) add(name string, solid *isosurface.Solid, blend float64) {
	solid.Blend, solid.Cell = blend, s.cell
	s.solids[name], s.skins[solid] = solid, s.skin
}

// cone adds a rounded cone; see [isosurface.NewCone].
func (s *sculptor) cone(name string, a exact.Vec3, ra float64, b exact.Vec3, rb float64, blend float64) {
	s.add(name, isosurface.NewCone(s.rest.ModelPoint(s.frame, a), ra, s.rest.ModelPoint(s.frame, b), rb), blend)
}

// ball adds a sphere.
func (s *sculptor) ball(name string, center exact.Vec3, radius, blend float64) {
	s.cone(name, center, radius, center, radius, blend)
}

// ellipsoid adds an ellipsoid. Its orientation is relative to the frame in which points are given.
func (s *sculptor) ellipsoid(name string, center, radii exact.Vec3, orientation exact.Quat, blend float64) {
	orientation = posing.Compose(s.rest.Rotation[s.frame], orientation)
	s.add(name, isosurface.NewEllipsoid(s.rest.ModelPoint(s.frame, center), radii, orientation), blend)
}

// group adds a smooth union of solids, in this order.
func (s *sculptor) group(name string, members ...string) *isosurface.Group {
	g := &isosurface.Group{Name: name}
	for _, m := range members {
		g.Solids = append(g.Solids, s.solids[m])
	}
	s.groups = append(s.groups, g)
	return g
}

// binding selects the joints that move the skin over a solid.
type binding struct {
	axis  exact.Vec3 // unit vector in model space
	stops []stop
}

// stop is a position along a binding's axis, in meters, at which the joint alone moves the skin.
// Between two stops both joints do, with weights that change linearly.
type stop struct {
	joint    posing.Joint
	position float64
}

// bindTo binds to a single joint.
func bindTo(j posing.Joint) *binding { return &binding{stops: []stop{{joint: j}}} }

// bindAlong binds to several joints along a unit axis. The positions of the stops ascend.
func bindAlong(axis exact.Vec3, stops ...stop) *binding { return &binding{axis, stops} }

// jointsAt returns the two joints that move a point, and the weight of the second one.
func (b *binding) jointsAt(p exact.Vec3) (first, second posing.Joint, weight float64) {
	along := p.Dot(b.axis)
	for i := len(b.stops) - 1; i >= 0; i-- {
		s := b.stops[i]
		if along < s.position && i > 0 {
			continue
		}
		if i == len(b.stops)-1 || along < s.position {
			return s.joint, s.joint, 0
		}
		next := b.stops[i+1]
		return s.joint, next.joint, (along - s.position) / (next.position - s.position)
	}
	return posing.Root, posing.Root, 0
}
