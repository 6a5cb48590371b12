package systems

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
)

// transition is the way from one motion to another.
type transition struct {
	seconds  float64
	curve    assets.CurveID
	frozen   bool // what fades out stands still
	inertial bool // nothing fades out, what differs decays
}

// cross makes a motion what a layer plays, while all that it showed goes on and fades out. A transition of no time is a cut.
func cross(library *assets.Library, current *components.Playback, fades *components.BlendState, next components.Playback, t transition) {
	if fades == nil || !(t.seconds > 0) || t.seconds-t.seconds != 0 {
		if fades != nil {
			*fades = components.BlendState{}
		}
		*current = next
		return
	}
	fadeOut(library, fades, *current)
	if t.frozen {
		for i := range fades.Count {
			fades.Fading[i].Speed = 0
		}
	}
	fades.Curve, fades.Duration = t.curve, t.seconds
	*current = next
}

// fadeOut adds what has been fading in to what fades out. The order stays, oldest first: the sum of more than two rotations
// depends on it, so that any other order could make the pose jump.
func fadeOut(library *assets.Library, blend *components.BlendState, current components.Playback) {
	in := 1.0
	if blend.Count > 0 {
		in = fadedIn(library, blend)
	}
	var fades [components.MaxFading + 1]components.Fade
	count := 0
	for i := range min(blend.Count, components.MaxFading) {
		if weight := float64((1 - in) * float64(blend.Fading[i].Weight)); weight > 0 && weight <= 1 {
			fades[count] = components.Fade{Playback: blend.Fading[i].Playback, Weight: float32(weight)}
			count++
		}
	}
	if count == 0 {
		in = 1 // nothing else shows
	}
	fades[count] = components.Fade{Playback: fadingOut(current), Weight: float32(in)} // a weight of 0 too: it is the source of the fade
	count++
	if count > components.MaxFading {
		lightest := 0
		for i := range fades {
			if fades[i].Weight < fades[lightest].Weight {
				lightest = i
			}
		}
		count--
		copy(fades[lightest:], fades[lightest+1:])
	}
	var sum float32
	for _, fade := range fades[:count] {
		sum += fade.Weight
	}
	*blend = components.BlendState{Count: int32(count)}
	for i, fade := range fades[:count] {
		fade.Weight /= sum
		blend.Fading[i] = fade
	}
}

// fadingOut returns a playback as it goes on fading out. One that is played once and comes to its end only now stays there until it is gone.
func fadingOut(p components.Playback) components.Playback {
	if p.Mode == assets.Once && !p.Finished {
		p.Mode = assets.Hold
	}
	return p
}

// fadedIn returns how far a fade is, 0 to 1. A fade of no or undefined duration is over.
func fadedIn(library *assets.Library, blend *components.BlendState) float64 {
	part := blend.Elapsed / blend.Duration
	if !(part < 1) {
		return 1
	}
	part = max(part, 0)
	if blend.Curve == clip.StraightLine {
		return part
	}
	return float64(library.Ease(blend.Curve, float32(part)))
}
