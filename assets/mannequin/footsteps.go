package mannequin

import "github.com/sinew-go/sinew/assets/clip"

// LeftFoot and RightFoot are the names of the markers at which a foot comes down.
const (
	LeftFoot  = "left foot"
	RightFoot = "right foot"
)

// footsteps returns a marker for the moment at which each foot meets the ground, where its phase is 0.
func (m *motion) footsteps() []clip.Marker {
	if m.gait == nil {
		return nil
	}
	var markers []clip.Marker
	for on, name := range [2]string{LeftFoot, RightFoot} {
		markers = append(markers, clip.Marker{Name: name, Time: float64(cycle(-half(side(on)))*float64(m.frames)) / keyRate})
	}
	return markers
}
