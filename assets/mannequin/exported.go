package mannequin

import "github.com/sinew-go/sinew/assets/mannequin/internal/posing"

// WalkSpeed is the speed at which the ground passes under the feet of the "walk" clip: 1.35 m/s. A
// character that plays the clip should move ahead at this speed.
const WalkSpeed = posing.WalkSpeed

// RunSpeed is the speed at which the ground passes under the feet of the "run" clip: 3.6 m/s.
const RunSpeed = posing.RunSpeed

// Names of the markers at which a foot meets the ground: "left foot" and "right foot".
const (
	LeftFoot  = posing.LeftFoot
	RightFoot = posing.RightFoot
)
