package advance

import "github.com/sinew-go/sinew/components"

// CharacterTime returns how many seconds pass for a character while some pass for the world. Scale
// is its component, or nil if it has none.
func CharacterTime(seconds float64, scale *components.TimeScale) float64 {
	if scale == nil {
		return seconds
	}
	return scaledTime(seconds, scale.Scale)
}

// scaledTime returns seconds times a scale, or 0 unless the scale is positive and finite.
func scaledTime(seconds float64, scale float32) float64 {
	if !(scale > 0) || scale-scale != 0 {
		return 0
	}
	return float64(seconds * float64(scale))
}

// MoveWeight moves a weight toward its target, by a rate per second, which is 0 once it is there.
func MoveWeight(weight *float32, target float32, rate *float32, seconds float64) {
	if !(*rate > 0) || *weight == target {
		return
	}
	step := float32(float64(*rate) * seconds)
	switch {
	case !(*weight < target-step) && !(*weight > target+step):
		*weight, *rate = target, 0
	case *weight < target:
		*weight += step
	default:
		*weight -= step
	}
}
