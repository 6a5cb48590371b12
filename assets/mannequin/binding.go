package mannequin

import "github.com/sinew-go/sinew/internal/exact"

// binding says which joints move the skin over a solid.
type binding struct {
	axis  exact.Vec3
	stops []stop
}

// stop is a joint that alone moves what is at a place along a binding's axis, in meters of model space; between stops two
// joints share.
type stop struct {
	joint joint
	at    float64
}

// single binds to one joint.
func single(j joint) *binding { return &binding{stops: []stop{{joint: j}}} }

// chain binds to joints along a unit axis, with stops in growing order.
func chain(axis exact.Vec3, stops ...stop) *binding { return &binding{axis, stops} }

// at returns the two joints that move a point, and the second one's share.
func (b *binding) at(p exact.Vec3) (first, second joint, share float64) {
	along := p.Dot(b.axis)
	for i := len(b.stops) - 1; i >= 0; i-- {
		s := b.stops[i]
		if along < s.at && i > 0 {
			continue
		}
		if i == len(b.stops)-1 || along < s.at {
			return s.joint, s.joint, 0
		}
		next := b.stops[i+1]
		return s.joint, next.joint, (along - s.at) / (next.at - s.at)
	}
	return root, root, 0
}
